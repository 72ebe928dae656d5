xz -dc "$PN_DATA/public/arm64-format-only.v6.dat.xz" >board.dat
analyzer -f json board.dat
