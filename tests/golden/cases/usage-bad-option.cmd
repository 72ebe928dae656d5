analyzer report --no-such-option trace.dat
