// SPDX-License-Identifier: GPL-2.0-only
/* The idle states, tick and topology of a machine, from its sysfs and its kernel configuration. */
#include "io/states.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <zlib.h>

#include "core/event.h"
#include "io/sysfs.h"
#include "util/duration.h"

#define CPU_DIR	      "sys/devices/system/cpu"
#define NSEC_PER_SEC  UINT64_C(1000000000)
#define NSEC_PER_USEC UINT64_C(1000)

/* x86 shows this for a CPU whose shared cache it could not number. */
#define NO_CLUSTER 65535

/* What one walk through a tree carries along. */
struct walk {
	struct pn_sysfs sysfs;
	struct pn_machine *machine;
	struct pn_problem *problem;
};

/* --- states --------------------------------------------------------------------------------- */

static int read_us(const struct walk *walk, const char *path, uint64_t *out_ns)
{
	uint64_t us;
	int err = pn_sysfs_u64(&walk->sysfs, path, &us);

	if (!err && us > INT64_MAX / NSEC_PER_USEC)
		err = -EINVAL;
	if (err)
		return pn_sysfs_bad(&walk->sysfs, path, err, walk->problem);
	*out_ns = us * NSEC_PER_USEC;
	return 0;
}

static int read_name(const struct walk *walk, const char *path, char *out, size_t size)
{
	int err = pn_sysfs_text(&walk->sysfs, path, out, size);

	return err ? pn_sysfs_bad(&walk->sysfs, path, err, walk->problem) : 0;
}

/* Drivers that say nothing of power leave 0 there, and the polling state a -1. */
static int64_t read_power(const struct walk *walk, const char *path)
{
	uint64_t power_mw;

	if (pn_sysfs_u64(&walk->sysfs, path, &power_mw) || !power_mw || power_mw >= INT32_MAX)
		return PN_UNKNOWN;
	return (int64_t)power_mw;
}

static int read_disabled(const struct walk *walk, const char *dir, bool *disabled)
{
	char path[PN_SYSFS_PATH_LEN + 16], status[16];
	uint64_t value;
	int err;

	snprintf(path, sizeof(path), "%s/disable", dir);
	err = pn_sysfs_u64(&walk->sysfs, path, &value);
	if (!err)
		*disabled = value != 0;
	if (err && err != -ENOENT)
		return pn_sysfs_bad(&walk->sysfs, path, err, walk->problem);
	if (!err)
		return 0;
	snprintf(path, sizeof(path), "%s/default_status", dir);
	*disabled = pn_sysfs_text(&walk->sysfs, path, status, sizeof(status)) == 0 &&
		    strcmp(status, "disabled") == 0;
	return 0;
}

static int read_state(const struct walk *walk, const char *dir, struct pn_idle_state *state)
{
	char path[PN_SYSFS_PATH_LEN + 16];
	int err;

	snprintf(path, sizeof(path), "%s/name", dir);
	err = read_name(walk, path, state->name, sizeof(state->name));
	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/latency", dir);
	err = read_us(walk, path, &state->exit_latency_ns);
	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/residency", dir);
	err = read_us(walk, path, &state->target_residency_ns);
	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/desc", dir);
	pn_sysfs_text(&walk->sysfs, path, state->desc, sizeof(state->desc));
	snprintf(path, sizeof(path), "%s/power", dir);
	state->power_mw = read_power(walk, path);
	return read_disabled(walk, dir, &state->disabled);
}

static int read_states(const struct walk *walk, uint32_t cpu, struct pn_state_table *table)
{
	int err = 0;

	for (uint32_t i = 0; !err && i < table->nr_states; i++) {
		char dir[PN_SYSFS_PATH_LEN];

		snprintf(dir, sizeof(dir), CPU_DIR "/cpu%u/cpuidle/state%u", cpu, i);
		err = read_state(walk, dir, &table->states[i]);
	}
	return err;
}

/* How many states a CPU has, numbered from 0 without a gap; 0 for a CPU without cpuidle. */
static int count_states(const struct walk *walk, uint32_t cpu, uint32_t *nr)
{
	char dir[PN_SYSFS_PATH_LEN];
	struct pn_cpuset states = { 0 };
	int err;

	*nr = 0;
	snprintf(dir, sizeof(dir), CPU_DIR "/cpu%u/cpuidle", cpu);
	err = pn_sysfs_numbered(&walk->sysfs, dir, "state", &states);
	while (!err && pn_cpuset_has(&states, *nr))
		(*nr)++;
	if (!err && (pn_cpuset_count(&states) != *nr || *nr > PN_STATE_LIMIT))
		err = pn_problem_set(walk->problem, -EINVAL, "%s/%s: state%u is missing",
				     walk->sysfs.root, dir, *nr);
	else if (err && err != -ENOENT)
		pn_sysfs_bad(&walk->sysfs, dir, err, walk->problem);
	pn_cpuset_free(&states);
	return err == -ENOENT ? 0 : err;
}

/* Whether two tables say the same, of what no verdict rests on too. */
static bool same_table(const struct pn_state_table *a, const struct pn_state_table *b)
{
	if (!pn_tables_equal(a, b))
		return false;
	for (uint32_t i = 0; i < a->nr_states; i++)
		if (strcmp(a->states[i].desc, b->states[i].desc) != 0 ||
		    a->states[i].power_mw != b->states[i].power_mw)
			return false;
	return true;
}

/* The table that was there before with the same states, in place of the one added last. */
static int32_t share_last_table(struct pn_machine *machine)
{
	uint32_t last = machine->nr_tables - 1;

	for (uint32_t i = 0; i < last; i++) {
		if (!same_table(&machine->tables[i], &machine->tables[last]))
			continue;
		free(machine->tables[last].states);
		machine->nr_tables--;
		return (int32_t)i;
	}
	return (int32_t)last;
}

static int read_table(const struct walk *walk, uint32_t cpu, int32_t *table)
{
	uint32_t nr_states;
	int index, err;

	*table = PN_UNKNOWN;
	err = count_states(walk, cpu, &nr_states);
	if (err || !nr_states)
		return err;
	index = pn_machine_add_table(walk->machine, nr_states);
	if (index < 0)
		return index;
	err = read_states(walk, cpu, &walk->machine->tables[index]);
	if (!err)
		*table = share_last_table(walk->machine);
	return err;
}

/* --- topology ------------------------------------------------------------------------------- */

/* Absent for a CPU that is offline, negative where the firmware does not say. */
static int32_t read_id(const struct walk *walk, uint32_t cpu, const char *name)
{
	char path[PN_SYSFS_PATH_LEN];
	uint64_t id;

	snprintf(path, sizeof(path), CPU_DIR "/cpu%u/topology/%s", cpu, name);
	if (pn_sysfs_u64(&walk->sysfs, path, &id) || id > INT32_MAX)
		return PN_UNKNOWN;
	return (int32_t)id;
}

static struct pn_cpu_place read_place(const struct walk *walk, uint32_t cpu)
{
	struct pn_cpu_place place = {
		.core = read_id(walk, cpu, "core_id"),
		.cluster = read_id(walk, cpu, "cluster_id"),
		.package = read_id(walk, cpu, "physical_package_id"),
	};

	if (place.cluster == NO_CLUSTER)
		place.cluster = PN_UNKNOWN;
	return place;
}

static int read_cpu(const struct walk *walk, uint32_t cpu)
{
	struct pn_cpu_place place = read_place(walk, cpu);
	int32_t table;
	int err;

	err = read_table(walk, cpu, &table);
	if (err)
		return err;
	if (table == PN_UNKNOWN && place.core == PN_UNKNOWN && place.cluster == PN_UNKNOWN &&
	    place.package == PN_UNKNOWN)
		return 0;
	return pn_machine_set_cpu(walk->machine, cpu, table, &place);
}

static int read_cpus(const struct walk *walk)
{
	struct pn_cpuset cpus = { 0 };
	int err;

	err = pn_sysfs_numbered(&walk->sysfs, CPU_DIR, "cpu", &cpus);
	if (err)
		pn_sysfs_bad(&walk->sysfs, CPU_DIR, err, walk->problem);
	pn_cpuset_for_each (cpu, &cpus) {
		if (!err)
			err = read_cpu(walk, (uint32_t)cpu);
	}
	pn_cpuset_free(&cpus);
	return err;
}

/* --- driver, governor, tick ----------------------------------------------------------------- */

static void read_choice(const struct walk *walk, const char *path, char *out, size_t size)
{
	char text[PN_NAME_LEN] = "";

	pn_sysfs_text(&walk->sysfs, path, text, sizeof(text));
	if (*text && strcmp(text, "none") != 0)
		snprintf(out, size, "%s", text);
}

/* "vendor_id : GenuineIntel" in the processor's description; other architectures have none. */
static void read_vendor(const struct walk *walk)
{
	int fd = openat(walk->sysfs.fd, "proc/cpuinfo", O_RDONLY | O_CLOEXEC);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
	char line[256], *value;

	if (!file) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while (!walk->machine->vendor[0] && fgets(line, sizeof(line), file)) {
		value = strncmp(line, "vendor_id", 9) == 0 ? strchr(line, ':') : NULL;
		if (!value)
			continue;
		value += 1 + strspn(value + 1, " \t");
		value[strcspn(value, "\n")] = '\0';
		snprintf(walk->machine->vendor, sizeof(walk->machine->vendor), "%.31s", value);
	}
	fclose(file);
}

static void read_choices(const struct walk *walk)
{
	struct pn_machine *machine = walk->machine;

	read_vendor(walk);
	read_choice(walk, CPU_DIR "/cpuidle/current_driver", machine->driver,
		    sizeof(machine->driver));
	read_choice(walk, CPU_DIR "/cpuidle/current_governor_ro", machine->governor,
		    sizeof(machine->governor));
	read_choice(walk, CPU_DIR "/cpuidle/current_governor", machine->governor,
		    sizeof(machine->governor));
}

/* The period of one tick as the kernel rounds it, or 0. */
static uint64_t tick_of_line(char *line)
{
	static const char key[] = "CONFIG_HZ=";
	uint64_t hz;

	line[strcspn(line, "\n")] = '\0';
	if (strncmp(line, key, sizeof(key) - 1) != 0 ||
	    pn_parse_u64(line + sizeof(key) - 1, 1, 1000000, &hz))
		return 0;
	return (NSEC_PER_SEC + hz / 2) / hz;
}

/* The tick that a kernel configuration gives, compressed or not; 0 where it gives none. */
static uint64_t tick_of_config(const struct walk *walk, const char *path)
{
	int fd = openat(walk->sysfs.fd, path, O_RDONLY | O_CLOEXEC);
	gzFile file = fd < 0 ? NULL : gzdopen(fd, "r");
	uint64_t tick_ns = 0;
	char line[512];

	if (!file) {
		if (fd >= 0)
			close(fd);
		return 0;
	}
	while (!tick_ns && gzgets(file, line, sizeof(line)))
		tick_ns = tick_of_line(line);
	gzclose(file);
	return tick_ns;
}

/* A copied tree does not say which kernel ran; one configuration alone cannot be the wrong one. */
static bool only_config(const struct walk *walk, char *path, size_t size)
{
	int fd = openat(walk->sysfs.fd, "boot", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;
	uint32_t nr = 0;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return false;
	}
	while ((entry = readdir(dir))) {
		if (strncmp(entry->d_name, "config-", 7) != 0)
			continue;
		nr++;
		snprintf(path, size, "boot/%s", entry->d_name);
	}
	closedir(dir);
	return nr == 1;
}

static bool running_config(char *path, size_t size)
{
	struct utsname kernel;

	if (uname(&kernel))
		return false;
	snprintf(path, size, "boot/config-%s", kernel.release);
	return true;
}

static uint64_t read_tick(const struct walk *walk)
{
	uint64_t tick_ns = tick_of_config(walk, "proc/config.gz");
	char path[PN_SYSFS_PATH_LEN + 16];
	bool found;

	if (tick_ns)
		return tick_ns;
	if (*walk->sysfs.root)
		found = only_config(walk, path, sizeof(path));
	else
		found = running_config(path, sizeof(path));
	return found ? tick_of_config(walk, path) : 0;
}

static int read_machine(const struct walk *walk)
{
	int err = read_cpus(walk);

	if (err)
		return err;
	read_choices(walk);
	walk->machine->tick_ns = read_tick(walk);
	walk->machine->origin = PN_FROM_SYSFS;
	return 0;
}

int pn_states_sysfs(const char *sysroot, struct pn_machine **machine, struct pn_problem *problem)
{
	struct walk walk = { .problem = problem };
	int err;

	*machine = NULL;
	err = pn_sysfs_open(&walk.sysfs, sysroot, problem);
	if (err)
		return err;
	walk.machine = pn_machine_new();
	err = walk.machine ? read_machine(&walk) : -ENOMEM;
	if (err == -ENOMEM)
		pn_problem_set(problem, err, "out of memory");
	pn_sysfs_close(&walk.sysfs);
	if (err)
		pn_machine_free(walk.machine);
	else
		*machine = walk.machine;
	return err;
}
