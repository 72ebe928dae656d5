# A folder of results is often named by a link to the latest.
mkdir -p results/pingpong/01
printf '0 1000 idle 1\n0 2000 exit\n0 3000 idle 2\n0 3500 exit\n' | mktrace -o trace.dat
analyzer -f json -o results/pingpong/01/report.json trace.dat
ln -s results latest
analyzer compare -f csv results results >plain.csv
analyzer compare -f csv --label results --label results latest latest >linked.csv
cmp plain.csv linked.csv
