mktrace -o trace.dat "$PN_INPUT/everything.desc"
analyzer -f csv --table cpus --from 0.5 --to +1s trace.dat
