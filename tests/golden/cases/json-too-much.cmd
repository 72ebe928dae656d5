# Small in the file and large in memory: a million empty objects.
printf '0 1000 idle 1\n0 2000 exit\n' | mktrace -o trace.dat
{ printf '{"schema":"powernightmare.states/1","x":['; seq -f '{"n":%.0f},' 1200000; printf '{}]}'; } >states.json
analyzer -q trace.dat
