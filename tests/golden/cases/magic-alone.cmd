printf '\027\010Dtracing' >start.dat
analyzer start.dat
