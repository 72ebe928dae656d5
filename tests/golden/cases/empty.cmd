: >empty.dat
analyzer empty.dat
