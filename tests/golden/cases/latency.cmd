mktrace -o trace.dat "$PN_INPUT/latency.desc"
analyzer latency --per-cpu --hist --strict trace.dat
