// SPDX-License-Identifier: GPL-2.0-only
/* The outer form of a trace.dat of version 6: everything in a row, then the CPUs' pages. */
#include "support/tracedat_writer_private.h"

#include <string.h>

/* The offset of an instance's table is known only once it is written. */
static void instance_options(struct pn_mkdat *dat)
{
	for (uint32_t i = 1; i < dat->nr_instances; i++) {
		struct pn_mkdat_instance *instance = &dat->instances[i];

		pn_datbuf_number(&dat->out, PN_MKDAT_OPTION_BUFFER, 2);
		pn_datbuf_number(&dat->out, 8 + strlen(instance->name) + 1, 4);
		instance->option_at = dat->out.size;
		pn_datbuf_number(&dat->out, 0, 8);
		pn_datbuf_string(&dat->out, instance->name);
	}
}

static void options(struct pn_mkdat *dat)
{
	size_t start = dat->out.size;

	pn_datbuf_bytes(&dat->out, "options  ", 10);
	pn_mkdat_common_options(dat, &dat->out);
	/* Empty: the clock stands behind the table of each instance. */
	if (dat->options.clock)
		pn_mkdat_option(&dat->out, PN_MKDAT_OPTION_TRACECLOCK, NULL, 0);
	instance_options(dat);
	pn_datbuf_number(&dat->out, PN_MKDAT_OPTION_DONE, 2);
	pn_mkdat_touch(dat, PN_MKDAT_OPTIONS, &dat->out, start);
}

static void clock_text(struct pn_mkdat *dat, const char *clock)
{
	if (!clock)
		return;
	pn_datbuf_number(&dat->out, strlen(clock) + 2, 8);
	pn_datbuf_bytes(&dat->out, "[", 1);
	pn_datbuf_bytes(&dat->out, clock, strlen(clock));
	pn_datbuf_bytes(&dat->out, "]", 1);
}

/* The table of a CPU's offsets and sizes, then the pages, each CPU's on a page of the file. */
static void instance_data(struct pn_mkdat *dat, struct pn_mkdat_instance *instance)
{
	struct pn_datbuf *out = &dat->out;
	size_t table;

	if (instance->option_at)
		pn_datbuf_set(out, instance->option_at, out->size, 8);
	pn_datbuf_bytes(out, "flyrecord", 10);
	table = out->size;
	pn_datbuf_pad(out, table + 16 * dat->options.nr_cpus);
	clock_text(dat, dat->options.clock ? instance->clock : NULL);
	for (uint32_t i = 0; i < dat->options.nr_cpus; i++) {
		struct pn_mkdat_cpu *cpu = &instance->cpus[i];

		pn_datbuf_align(out, dat->options.page_size);
		pn_datbuf_set(out, table + 16 * i, out->size, 8);
		pn_datbuf_set(out, table + 16 * i + 8, cpu->pages.pages.size, 8);
		pn_datbuf_bytes(out, cpu->pages.pages.bytes, cpu->pages.pages.size);
	}
}

void pn_mkdat_write_v6(struct pn_mkdat *dat)
{
	pn_mkdat_start(dat);
	pn_mkdat_header_info(dat, &dat->out);
	pn_mkdat_ftrace_formats(dat, &dat->out);
	pn_mkdat_event_formats(dat, &dat->out);
	pn_mkdat_kallsyms(&dat->out);
	pn_mkdat_printk(&dat->out);
	pn_mkdat_cmdlines(&dat->out);
	pn_datbuf_number(&dat->out, dat->options.nr_cpus, 4);
	options(dat);
	for (uint32_t i = 0; i < dat->nr_instances; i++)
		instance_data(dat, &dat->instances[i]);
}
