idle -c 65535 -d 10ms || echo "status $?"
