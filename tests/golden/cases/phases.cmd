mktrace -o trace.dat "$PN_INPUT/everything.desc"
analyzer -f csv --phases --table cpus trace.dat
