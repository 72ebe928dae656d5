# Each instance has its own clock, in both versions.
sed 's/^instance .*/instance odd counter/' "$PN_INPUT/everything.desc" >odd.desc
for version in 6 7; do
	mktrace --file-version $version -o trace.dat odd.desc
	analyzer -q -f csv --table states trace.dat | wc -l
	! analyzer --instance odd trace.dat
done
