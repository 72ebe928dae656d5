mktrace -o trace.dat "$PN_INPUT/everything.desc"
analyzer -f json trace.dat | sed 's/"version":"[^"]*"/"version":"N"/'
