# Result 1 of the mail of 26 August 2018 that gave these lines their form, character for character.
# Its machine had a deeper state 4, which the mail leaves out.
awk -f "$PN_INPUT/mail.awk" "$PN_INPUT/mail-1.txt" | mktrace -o trace.dat
analyzer -s "$PN_INPUT/mail.states.json" trace.dat | grep '^Idle State' | grep -v '^Idle State 4'
