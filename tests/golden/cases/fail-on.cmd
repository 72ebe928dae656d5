printf '0 1000 idle 1\n0 100002000 exit\n0 100003000 idle 2\n0 100003500 exit\n' | mktrace -o trace.dat
analyzer --fail-on 'pn>1' trace.dat >report.txt
analyzer --fail-on 'pn>0' trace.dat >report.txt
