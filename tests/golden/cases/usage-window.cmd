printf '0 1000 idle 1\n0 2000 exit\n' | mktrace -o trace.dat
analyzer --from 1 --to 1 trace.dat || echo "status $?"
analyzer --from +2ms --to +1ms trace.dat || echo "status $?"
analyzer --from +2ms --to 1 trace.dat || echo "status $?"
