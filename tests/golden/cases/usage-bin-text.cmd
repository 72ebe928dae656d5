analyzer --bin 1s "$PN_DATA/lab/menu.dat.xz"
