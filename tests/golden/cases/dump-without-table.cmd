xz -dc "$PN_DATA/lab/menu.dat.xz" >menu.dat
analyzer dump menu.dat | cut -f 7 | sort | uniq -c
