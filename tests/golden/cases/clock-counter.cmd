# A clock that counts something else gives no lengths.
printf '0 1000 idle 1\n0 2000 exit\n' | mktrace --clock counter -o trace.dat
analyzer trace.dat
