head -c 5000 /dev/zero | tr '\0' x >rubbish.dat
analyzer rubbish.dat
