analyzer -f csv --table cpu-states - <"$PN_DATA/public/no-trailing-newline.txt"
