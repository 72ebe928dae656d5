mktrace -o trace.dat "$PN_INPUT/everything.desc"
analyzer --per-cpu trace.dat
