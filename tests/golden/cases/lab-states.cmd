# A sidecar beside the trace is found by itself; see tests/data/lab/README.md for the figures.
xz -dc "$PN_DATA/lab/menu.dat.xz" >menu.dat
cp "$PN_DATA/lab/menu.states.json" states.json
analyzer --pn-threshold 4ms menu.dat
