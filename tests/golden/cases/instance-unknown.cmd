mktrace -o trace.dat "$PN_INPUT/everything.desc"
analyzer --instance nosuch trace.dat
