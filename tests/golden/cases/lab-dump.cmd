xz -dc "$PN_DATA/lab/menu.dat.xz" >menu.dat
analyzer dump -s "$PN_DATA/lab/menu.states.json" menu.dat >stays.tsv
head -12 stays.tsv
cksum <stays.tsv
