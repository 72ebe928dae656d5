printf '\027\010Dtracing9\0\0\010' >start.dat
head -c 4096 /dev/zero >>start.dat
analyzer start.dat
