printf '0 1000 idle 1\n0 2000 exit\n' | mktrace --no-clock -o trace.dat
analyzer trace.dat | head -4
