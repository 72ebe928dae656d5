mktrace -o trace.dat "$PN_INPUT/everything.desc"
analyzer latency --strict --per-cpu --hist trace.dat
