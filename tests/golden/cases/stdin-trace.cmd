mktrace -o trace.dat "$PN_INPUT/everything.desc"
cat trace.dat | analyzer -q -f csv --table cpu-states - >piped.csv
analyzer -q -f csv --table cpu-states trace.dat | diff - piped.csv
