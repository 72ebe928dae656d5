// SPDX-License-Identifier: GPL-2.0-only
// A cpuidle driver for machines that have none: idle states from a table given at load, whose exit latency is really paid.

#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpuidle.h>
#include <linux/cpumask.h>
#include <linux/ctype.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/string.h>
#include <asm/apic.h>
#include <asm/processor.h>
#include <asm/tsc.h>

#define SYNTH_POLL_NAME "POLL"
#define SYNTH_XL_MAX_US 100000u	   /* interrupts are off for that long at every exit */
#define SYNTH_TR_MAX_US 10000000u  /* ten seconds: far beyond any real table */
#define SYNTH_POWER_MAX_MW 1000000u

struct synth_preset {
	const char *name;
	const char *table;
};

/*
 * POLL, where a table has it, is the kernel's own polling loop, as on x86. Sources:
 * lab		made up; spread so that governors differ plainly within seconds.
 * i5-10600k	what its firmware reports through ACPI, as tabled with idle governor tests of 2022 to 2025:
 *		exit latencies 0/1/120/1034 us, target residencies 0/1/360/3102 us.
 * skylake-sp	Linux 6.1, drivers/idle/intel_idle.c, the server table of Skylake-SP and Cascade Lake.
 * kirin-960	Linux 6.1, arch/arm64/boot/dts/hisilicon/hi3660.dtsi, the Cortex-A53 cores of this phone part.
 *		The exit latency that Linux uses there is entry-latency-us + exit-latency-us (400 + 650, 500 + 1600);
 *		WFI's 1/1 us is the constant of the cpuidle-psci driver.
 */
static const struct synth_preset presets[] = {
	{ "lab", "POLL:0:0,S1:2:2,S2:10:20,S3:85:400,S4:200:2000" },
	{ "i5-10600k", "POLL:0:0,C1_ACPI:1:1,C2_ACPI:120:360,C3_ACPI:1034:3102" },
	{ "skylake-sp", "POLL:0:0,C1:2:2,C1E:10:20,C6:133:600" },
	{ "kirin-960", "WFI:1:1,cpu-sleep:1050:1500,cluster-sleep:2100:3500" },
};

static char *states;
module_param(states, charp, 0444);
MODULE_PARM_DESC(states, "table NAME:XL_us:TR_us[:power_mW],...; a first POLL:0:0 polls");

static char *preset;
module_param(preset, charp, 0444);
MODULE_PARM_DESC(preset, "table by name: lab (default), i5-10600k, skylake-sp, kirin-960");

static char *pay = "wait";
module_param(pay, charp, 0444);
MODULE_PARM_DESC(pay, "who feels the exit latency: wait = tasks; irq = interrupt handlers too");

/*
 * Written at load, before the driver is registered; only read after that. It has no owner: the framework would hold
 * the module for as long as it is registered, and it is the module's exit that unregisters it.
 */
static struct cpuidle_driver synth_driver = {
	.name = KBUILD_MODNAME,
};
static u64 synth_wait_cycles[CPUIDLE_STATE_MAX]; /* exit latency in TSC cycles */

/*
 * The TSC is read here, and no kernel clock: RCU does not watch, and sched_clock may stand still while interrupts
 * are off.
 */
static __always_inline void synth_wait(int index)
{
	u64 start = rdtsc_ordered();

	while (rdtsc_ordered() - start < synth_wait_cycles[index])
		cpu_relax();
}

/* Halts; the waking interrupt's handler runs inside the halt, before the wait. */
static noinstr int synth_enter_wait(struct cpuidle_device *dev, struct cpuidle_driver *drv, int index)
{
	raw_safe_halt();
	raw_local_irq_disable();
	synth_wait(index);
	return index;
}

/*
 * All interrupts of a CPU whose legacy PIC is not in use pass through this register. It is read by the driver's own
 * function, since apic_read() is a static call on later kernels, and modules do not get its symbols.
 */
static __always_inline bool synth_irq_pending(void)
{
	unsigned int word;

	for (word = 0; word < 8; word++) {
		if (apic->read(APIC_IRR + word * 0x10))
			return true;
	}
	return false;
}

/* Keeps interrupts masked until the wait is over, so that the handler is as late as the task. */
static noinstr int synth_enter_irq(struct cpuidle_device *dev, struct cpuidle_driver *drv, int index)
{
	while (!synth_irq_pending())
		cpu_relax();
	synth_wait(index);
	return index;
}

typedef int (*synth_enter_fn)(struct cpuidle_device *dev, struct cpuidle_driver *drv, int index);

static synth_enter_fn synth_find_enter(void)
{
	if (sysfs_streq(pay, "wait"))
		return synth_enter_wait;
	if (sysfs_streq(pay, "irq"))
		return synth_enter_irq;
	return NULL;
}

static const char *synth_find_table(void)
{
	const char *name = preset ?: presets[0].name;
	size_t i;

	if (states && preset) {
		pr_err("states= and preset= exclude one another\n");
		return NULL;
	}
	if (states)
		return states;
	for (i = 0; i < ARRAY_SIZE(presets); i++) {
		if (sysfs_streq(name, presets[i].name))
			return presets[i].table;
	}
	pr_err("no preset is called '%s'\n", name);
	return NULL;
}

static bool synth_name_ok(const char *name)
{
	size_t i, len = strlen(name);

	if (!len || len >= CPUIDLE_NAME_LEN)
		return false;
	for (i = 0; i < len; i++) {
		if (!isalnum(name[i]) && !strchr("_-.", name[i]))
			return false;
	}
	return true;
}

/* Takes the next ':' field of *text as a number in 0..max; false if it is missing or is not one. */
static bool synth_number(char **text, unsigned int max, unsigned int *value)
{
	char *field = strsep(text, ":");

	return field && !kstrtouint(field, 10, value) && *value <= max;
}

/* Reads NAME:XL_us:TR_us[:power_mW]; tells what is wrong with it, or NULL. */
static const char *synth_parse_state(char *text, struct cpuidle_state *state)
{
	unsigned int power_mw = 0;
	char *name = strsep(&text, ":");

	if (!synth_name_ok(name))
		return "a name has 1 to 15 letters, digits and _-.";
	if (!synth_number(&text, SYNTH_XL_MAX_US, &state->exit_latency))
		return "the exit latency is a number of us, at most 100000";
	if (!synth_number(&text, SYNTH_TR_MAX_US, &state->target_residency))
		return "the target residency is a number of us, at most 10000000";
	if (text && !synth_number(&text, SYNTH_POWER_MAX_MW, &power_mw))
		return "the power is a number of mW, at most 1000000";
	if (text)
		return "it has more than four fields";
	state->power_usage = power_mw;
	strscpy(state->name, name, sizeof(state->name));
	snprintf(state->desc, sizeof(state->desc), "SYNTHETIC %u us", state->exit_latency);
	return NULL;
}

/* The order that governors take for granted. */
static const char *synth_check_order(const struct cpuidle_state *state, int index)
{
	if (!strcmp(state->name, SYNTH_POLL_NAME))
		return index || state->exit_latency || state->target_residency ?
			       "POLL is the first state, and its times are 0" : NULL;
	if (index && state->exit_latency < state[-1].exit_latency)
		return "its exit latency is less than that of the state before it";
	if (index && state->target_residency < state[-1].target_residency)
		return "its target residency is less than that of the state before it";
	return NULL;
}

static void synth_fill_state(struct cpuidle_driver *drv, int index, synth_enter_fn enter)
{
	struct cpuidle_state *state = &drv->states[index];
	int power_mw = state->power_usage;

	if (!strcmp(state->name, SYNTH_POLL_NAME)) {
		cpuidle_poll_state_init(drv);
		state->power_usage = power_mw;
		return;
	}
	state->enter = enter;
	synth_wait_cycles[index] = mul_u64_u32_div(state->exit_latency, tsc_khz, 1000);
}

static int synth_fill_driver(struct cpuidle_driver *drv, char *table, synth_enter_fn enter)
{
	const char *fault;
	char *entry;
	int index = 0;

	while ((entry = strsep(&table, ","))) {
		if (index == CPUIDLE_STATE_MAX) {
			pr_err("the table has more than %d states\n", CPUIDLE_STATE_MAX);
			return -E2BIG;
		}
		fault = synth_parse_state(entry, &drv->states[index]);
		if (!fault)
			fault = synth_check_order(&drv->states[index], index);
		if (fault) {
			pr_err("state %d of the table: %s\n", index, fault);
			return -EINVAL;
		}
		synth_fill_state(drv, index++, enter);
	}
	drv->state_count = index;
	return 0;
}

/* The framework itself refuses a second driver, so there is no window between a look and the registration. */
static int synth_register(struct cpuidle_driver *drv)
{
	int err;

	/* Machines may leave room for CPUs that are not there; those have no place in sysfs. */
	drv->cpumask = (struct cpumask *)cpu_present_mask;
	err = cpuidle_register(drv, NULL);
	if (err == -EBUSY)
		pr_err("this machine has a cpuidle driver already; not loaded\n");
	else if (err)
		pr_err("cannot register: error %d%s\n", err,
		       err == -ENODEV ? " (cpuidle.off=1 on the command line?)" : "");
	return err;
}

static int __init synth_init(void)
{
	synth_enter_fn enter = synth_find_enter();
	const char *found;
	char *table;
	int err;

	if (!enter) {
		pr_err("pay= is 'wait' or 'irq', not '%s'\n", pay);
		return -EINVAL;
	}
	if (!tsc_khz) {
		pr_err("needs a time stamp counter of known frequency\n");
		return -ENODEV;
	}
	found = synth_find_table();
	if (!found)
		return -EINVAL;
	table = kstrdup(found, GFP_KERNEL);
	if (!table)
		return -ENOMEM;
	err = synth_fill_driver(&synth_driver, strim(table), enter);
	kfree(table);
	return err ?: synth_register(&synth_driver);
}

static int synth_nothing(void *data)
{
	return 0;
}

/*
 * Unregistering wakes the idle CPUs but does not wait until they have left the entry function. A stopper thread that
 * ran on each CPU proves that its idle task was switched out, hence that nobody is inside this module.
 */
static void __exit synth_exit(void)
{
	cpuidle_unregister(&synth_driver);
	stop_machine(synth_nothing, NULL, cpu_online_mask);
}

module_init(synth_init);
module_exit(synth_exit);

MODULE_AUTHOR("powernightmare");
MODULE_DESCRIPTION("cpuidle driver with a table of synthetic idle states");
MODULE_VERSION("0.1.0");
MODULE_LICENSE("GPL");
