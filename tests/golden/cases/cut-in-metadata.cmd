for version in 6 7; do
	mktrace --file-version $version -o whole.dat "$PN_INPUT/everything.desc"
	head -c 3000 whole.dat >cut.dat
	! analyzer cut.dat
done
