# The event is described, and none was recorded: that is not the same as 0 % idle.
xz -dc "$PN_DATA/public/arm32-format-only.v6.dat.xz" >board.dat
analyzer board.dat
