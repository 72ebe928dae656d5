# One exit stands before its own entry: one negative stay, and no time that runs back.
analyzer -f csv --table quality "$PN_DATA/public/unsorted.txt"
