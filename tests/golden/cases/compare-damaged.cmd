# One repeat of many that cannot be read is named and left out; one folder alone is compared with itself, by governor.
source "$PN_DATA/../support/plot_tree.sh"
plot_tree results
analyzer compare -f csv results/menu results/teo >both.csv
analyzer compare -f csv results | cmp - both.csv
printf '{ "schema": "powernightmare.report/1", ' >results/teo/plain/02/report.json
analyzer compare results/ || echo "status $?"
analyzer plot -q -d plots results || echo "status $?"
rm results/teo/plain/0[13]/report.json
analyzer compare results/menu results/teo/plain || echo "status $?"
analyzer compare results/menu || echo "status $?"
