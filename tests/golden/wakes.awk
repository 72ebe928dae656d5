# SPDX-License-Identifier: GPL-2.0-only
# Reads "trace-cmd report -t" and says what ended the completed stays, a line for each CPU and state that has any:
# cpu state completed timer irq ipi task unknown
# The first event that can have done it, inside the stay or between its exit and what the CPU did next.

function settle(cpu, cause) {
	if (!(cpu in wants))
		return
	n[wants[cpu], cause]++
	delete wants[cpu]
}
function cause_of(name) {
	if (name ~ /^(hrtimer_expire_entry|timer_expire_entry|local_timer_entry)$/)
		return "timer"
	if (name ~ /^(irq_handler_entry|thermal_apic_entry|threshold_apic_entry|deferred_error_apic_entry|error_apic_entry|spurious_apic_entry)$/)
		return "irq"
	if (name ~ /^(ipi_entry|reschedule_entry|call_function_entry|call_function_single_entry|irq_work_entry|x86_platform_ipi_entry)$/)
		return "ipi"
	return ""
}
{
	if (!match($0, /\[[0-9]+\]/))
		next
	buffer = substr($0, RSTART + 1, RLENGTH - 2) + 0
	rest = substr($0, RSTART + RLENGTH)
	if (!match(rest, /[0-9]+\.[0-9]+: +/))
		next
	body = substr(rest, RSTART + RLENGTH)
	name = body
	sub(/:.*/, "", name)
}
name == "cpu_idle" {
	match(body, /state=[0-9]+/)
	state = substr(body, RSTART + 6, RLENGTH - 6)
	match(body, /cpu_id=[0-9]+/)
	cpu = substr(body, RSTART + 7, RLENGTH - 7) + 0
	if (state != "4294967295") {
		delete wants[cpu]
		delete early[cpu]
		open[cpu] = state
		next
	}
	if (cpu in open) {
		key = cpu " " open[cpu]
		completed[key]++
		if (cpu in early)
			n[key, early[cpu]]++
		else
			wants[cpu] = key
	}
	delete open[cpu]
	next
}
cause_of(name) != "" {
	if (!(buffer in open))
		settle(buffer, cause_of(name))
	else if (!(buffer in early))
		early[buffer] = cause_of(name)
	next
}
name == "sched_switch" && body !~ /==> .*swapper\/[0-9]+:0 / && body !~ /next_pid=0 / && !(buffer in open) {
	settle(buffer, "task")
}
END {
	nr = split("timer irq ipi task", names, " ")
	for (key in completed) {
		line = key " " completed[key]
		told = 0
		for (i = 1; i <= nr; i++) {
			line = line " " n[key, names[i]] + 0
			told += n[key, names[i]]
		}
		print line, completed[key] - told
	}
}
