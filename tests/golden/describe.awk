# SPDX-License-Identifier: GPL-2.0-only
# Turns the text of "trace-cmd report -R -t" into a description for mktrace, line for line; events
# that it has no word for are left out.

# What stands behind "KEY=", up to a blank.
function value(key) {
	if (!match(rest, " " key "=[^ ]*"))
		return ""
	return substr(rest, RSTART + length(key) + 2, RLENGTH - length(key) - 2)
}

# "0x7" as "7"; "(nil)" is 0. Made-up timers have small numbers.
function hex(number) {
	sub(/^0x/, "", number)
	return number + 0
}

# "5.599298554:" in nanoseconds, without the zeros that would make it octal to some.
function ns(seconds) {
	gsub(/[.:]/, "", seconds)
	sub(/^0+/, "", seconds)
	return seconds == "" ? "0" : seconds
}

# Sets start to "CPU TIME " and rest to the event; a command name may hold blanks and brackets.
function take_apart(    i) {
	for (i = 1; i < NF; i++) {
		if ($i ~ /^\[[0-9]+\]$/ && $(i + 1) ~ /^[0-9]+\.[0-9]+:$/) {
			start = (substr($i, 2) + 0) " " ns($(i + 1)) " "
			rest = substr($0, index($0, $(i + 1) " ") + length($(i + 1)) + 1)
			return 1
		}
	}
	return 0
}

# The buffers of instances stand under their names.
/^[a-z_]+: / || !take_apart() { next }

rest ~ /^cpu_idle: / {
	state = value("state")
	exits = state == "4294967295" || state ~ /^0xffff/ || state == "-1"
	print start (exits ? "exit" : "idle " state) " of " value("cpu_id")
}

rest ~ /^cpu_idle_miss: / {
	print start "miss " value("state") (value("below") == 1 ? " below" : " above") " of " value("cpu_id")
}

rest ~ /^cpu_frequency: / { print start "freq " value("state") }

rest ~ /^sched_switch: / { print start "switch " value("next_pid") " " value("next_comm") }

rest ~ /^sched_wakeup: / { print start "wakeup " value("pid") " " value("comm") }

rest ~ /^irq_handler_entry: / { print start "irq " value("irq") " " value("name") }

rest ~ /^hrtimer_expire_entry: / { print start "hrtimer " hex(value("hrtimer")) " " value("now") }

rest ~ /^hrtimer_start: / { print start "hrtimer_start " hex(value("hrtimer")) " " value("expires") }

rest ~ /^hrtimer_cancel: / { print start "hrtimer_cancel " hex(value("hrtimer")) }

rest ~ /^sched_waking: / { print start "waking " value("pid") " " (value("target_cpu") + 0) }

rest ~ /^ipi_send_cpu: / { print start "ipi_send " value("cpu") }

rest ~ /^local_timer_entry: / { print start "local_timer " value("vector") }

rest ~ /^reschedule_entry: / { print start "reschedule " value("vector") }

rest ~ /^ipi: / {
	race = value("race") == 1 ? " race" : ""
	print start "sample_ipi " value("dest") " " value("sent_ns") " " value("latency_ns") race
}

rest ~ /^timer: / {
	race = value("race") == 1 ? " race" : ""
	print start "sample_timer " value("cpu") " " value("expires_ns") " " value("diff_ns") race
}

rest ~ /^print: / {
	sub(/^print:.* buf=/, "", rest)
	print start "print " rest
}
