# Every command that reads a trace says when it should not be believed, not report alone.
printf '0 1000 idle 1\n0 2000 exit\n0 3000 lost 3\n0 4000 idle 1\n0 5000 exit\n' | mktrace -o trace.dat
analyzer dump trace.dat | wc -l
analyzer latency trace.dat | sed -n 1p
analyzer compare trace.dat trace.dat | sed -n 1p
analyzer plot trace.dat >list.txt
analyzer compare -q trace.dat trace.dat | wc -l
