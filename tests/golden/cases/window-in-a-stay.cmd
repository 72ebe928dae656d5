# A window without an event of its own still lies within stays that began before it.
printf '0 1000000 idle 1\n0 2000000 exit\n0 2100000 idle 2\n0 900000000 exit\n1 500000 idle 1\n1 950000000 exit\n' | mktrace -o long.dat
analyzer -q -f csv --table cpu-states --from +0.1s --to +0.2s long.dat | cut -d , -f 2,3,8,15,16,39,41
