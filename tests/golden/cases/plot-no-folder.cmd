# The error names the file with its folder.
printf '0 1000 idle 1\n0 100002000 exit\n0 100003000 idle 2\n0 100003500 exit\n' | mktrace -o trace.dat
touch plain
analyzer plot -q -d plain trace.dat
