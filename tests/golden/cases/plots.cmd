source "$PN_DATA/../support/plot_tree.sh"
plot_tree results
plot_traces traces
analyzer plot -d plots results
analyzer plot -d latency --bin 20ms traces/menu.txt traces/teo.txt
for file in plots/plain-[!p]* plots/steps-sweep-us_per_loop* latency/*latency*; do
	echo "== $file"
	cat "$file"
done
