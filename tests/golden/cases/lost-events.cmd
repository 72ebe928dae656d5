analyzer_of_losses() {
	analyzer "$@" trace.dat
}
mktrace -o trace.dat <<END
0 1000 idle 1
0 2000 exit
0 5000 idle 2
0 5100 lost 12
0 9000 exit
0 9500 idle 1
0 9900 exit
1 1000 idle 1
1 9900 exit
END
analyzer_of_losses
analyzer_of_losses --strict >report.txt
