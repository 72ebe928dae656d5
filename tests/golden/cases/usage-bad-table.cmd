printf '0 1000 idle 1\n0 2000 exit\n' | mktrace -o trace.dat
analyzer -f csv --table nosuch trace.dat
