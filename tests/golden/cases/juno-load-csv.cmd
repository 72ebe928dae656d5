xz -dc "$PN_DATA/public/juno-sched-load.v6.dat.xz" >juno.dat
for table in cpu-states cpus quality; do
	echo "== $table"
	analyzer -q -f csv --table "$table" juno.dat
done
