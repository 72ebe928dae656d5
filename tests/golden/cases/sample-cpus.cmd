mkdir -p tree/sys/devices/system/cpu/cpu0 tree/sys/devices/system/cpu/cpu1
analyzer sample --once -c 1 --sysroot tree | grep -c sampler
analyzer sample --once -c 1,9999 --sysroot tree
