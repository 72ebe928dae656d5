# What idlestat's authors drew as the expected intersections, from the topology that their comments give.
# test01 and test02, cluster 0: C0 for three steps of 100 us, C1 for one; test03, cluster 1: C1 for one.
for n in 1 2 3; do
	topology=12
	[ $n != 3 ] || topology=3
	analyzer -q -f csv --table units --units -s "$PN_INPUT/idlestat-$topology.states.json" \
		"$PN_DATA/public/idlestat-synth-test0$n.txt"
done
