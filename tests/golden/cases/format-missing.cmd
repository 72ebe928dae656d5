# Nor is it the same as an event that the trace does not even describe.
echo '0 1000 freq 2000000' | mktrace --no-idle-format -o trace.dat
analyzer trace.dat
