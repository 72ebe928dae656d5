analyzer nowhere.dat
