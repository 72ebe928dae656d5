xz -dc "$PN_DATA/lab/menu.dat.xz" >menu.dat
analyzer -f csv --table states -s "$PN_DATA/lab/menu.states.json" --pn-threshold 4ms menu.dat
