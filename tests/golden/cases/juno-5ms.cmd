# A recording that begins and ends in the middle of stays.
xz -dc "$PN_DATA/public/juno-5ms.v6.dat.xz" >juno.dat
analyzer juno.dat
