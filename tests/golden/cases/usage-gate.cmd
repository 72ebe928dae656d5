printf '0 1000 idle 1\n0 2000 exit\n' | mktrace -o trace.dat
analyzer --fail-on 'pn>1e999' trace.dat || echo "status $?"
analyzer --fail-on 'pn>0x10' trace.dat || echo "status $?"
analyzer compare --max-regress pn=0x5 trace.dat trace.dat || echo "status $?"
analyzer compare --max-regress pn=nan trace.dat trace.dat || echo "status $?"
