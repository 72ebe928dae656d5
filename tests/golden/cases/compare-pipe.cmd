# What can be read once only is refused for what it is.
printf '0 1000 idle 1\n0 2000 exit\n0 3000 idle 2\n0 3500 exit\n' | mktrace -o trace.dat
analyzer -f json -o report.json trace.dat
mkfifo pipe
cat report.json >pipe &
analyzer compare report.json pipe || echo "status $?"
cat pipe >/dev/null
