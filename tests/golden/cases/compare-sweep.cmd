# sweep FACTOR: five rounds of two states; state 1 answers FACTOR times as late.
sweep() {
	local round state separator=''
	printf '{"schema": "powernightmare.latency-sweep/1", "states": ['
	printf '{"state": 0, "name": "POLL", "exit_latency_ns": 0, "target_residency_ns": 0}, '
	printf '{"state": 1, "name": "C1", "exit_latency_ns": 2000, "target_residency_ns": 2000}],\n"rounds": ['
	for round in 1 2 3 4 5; do
		printf '%s{"round": %d, "cells": [' "$separator" "$round"
		printf '{"probe": "ipi", "state": null, "cpu": null, "filed": 200, "p50_ns": 900, "p99_ns": 1900},'
		printf '{"probe": "ipi", "state": 0, "cpu": null, "filed": 200, "p50_ns": %d, "p99_ns": %d},' \
			$((1000 + round)) $((2000 + round))
		printf '{"probe": "ipi", "state": 0, "cpu": 3, "filed": 200, "p50_ns": 77, "p99_ns": 77},'
		printf '{"probe": "ipi", "state": 1, "cpu": null, "filed": %d, "p50_ns": %d, "p99_ns": %d},' \
			$((190 + round)) $(($1 * (5000 + 10 * round))) $(($1 * (9000 + 10 * round)))
		printf '{"probe": "timer", "state": 1, "cpu": null, "filed": 0, "p50_ns": null, "p99_ns": null}]}'
		separator=$',\n'
	done
	printf ']}\n'
}
mkdir base new
sweep 1 >base/results.json
sweep 2 >new/results.json
analyzer compare --all base new/results.json
sed 's/"C1"/"C1E"/; s/2000}/3000}/' new/results.json >other.json
analyzer compare base other.json || echo "status $?"
sed 's/"rounds".*/"rounds": []}/; /^{"round"/d' base/results.json >none.json
analyzer compare base none.json || echo "status $?"
sed 's/"filed": 191/"filed": -1/' base/results.json >bad.json
analyzer compare base bad.json
