# What was read before the cut is reported, and that there was one.
for version in 6 7; do
	cat <<END | mktrace --file-version $version --cpus 2 -o whole.dat
0 1000 idle 1
0 2000 exit
1 1500 idle 2
1 2500 exit
1 2600 page
1 3000 idle 2
1 3500 exit
END
	# Version 7 has more behind the pages, so its own end is cut out of the middle here.
	size=$(stat -c %s whole.dat)
	if ((version == 6)); then
		head -c $((size - 4080)) whole.dat >cut.dat
		analyzer -f csv --table quality cut.dat
		analyzer cut.dat | grep -A 2 truncated | sed "s/offset [0-9]*/offset N/"
		status=0
		analyzer --strict -q cut.dat >report.txt || status=$?
		echo "strict: $status"
	else
		head -c $((size - 300)) whole.dat >cut.dat
		status=0
		analyzer cut.dat || status=$?
		echo "cut in the options: $status"
	fi
done
