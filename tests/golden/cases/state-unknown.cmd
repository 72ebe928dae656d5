printf '0 1000 idle 1\n0 2000 exit\n' | mktrace -o trace.dat
analyzer --state 0-1 trace.dat | grep -c '^Idle State'
analyzer --state 1,7 trace.dat
