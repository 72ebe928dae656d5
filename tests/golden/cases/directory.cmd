mkdir folder.dat
analyzer folder.dat
