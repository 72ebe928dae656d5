// SPDX-License-Identifier: GPL-2.0-only
/* analyzer report: one trace, one report. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "cmd_args.h"
#include "gate.h"
#include "out/report.h"
#include "util/diag.h"

#define GATES_MAX 16

enum {
	KEY_TABLE = 0x300,
	KEY_PHASES,
	KEY_UNITS,
	KEY_BIN,
	KEY_WORST,
	KEY_PER_CPU,
	KEY_STATE,
	KEY_FAIL_ON,
	KEY_STRICT,
};

struct settings {
	struct pn_trace_args trace;
	struct pn_report_options report;
	const struct pn_report_ops *form;
	struct pn_cpuset states; /* behind report.states */
	int32_t shown[PN_STATE_LIMIT];
	int nr_gates;
	struct pn_gate gates[GATES_MAX];
	const char *gate_texts[GATES_MAX];
	bool strict;
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to show:", 5 },
	{ "format", 'f', "FORM", 0, "text (default), json or csv", 5 },
	{ "table", KEY_TABLE, "NAME", 0, "the one table of csv (default: states)", 5 },
	{ "per-cpu", KEY_PER_CPU, NULL, 0, "text: the states of each CPU as well", 5 },
	{ "state", KEY_STATE, "LIST", 0, "show these states alone, as in 0-2", 5 },
	{ "phases", KEY_PHASES, NULL, 0, "a section for each phase that a workload marked", 5 },
	{ "units", KEY_UNITS, NULL, 0,
	  "cores, clusters, packages: when all idle, and which CPU was in the way (slower)", 5 },
	{ "bin", KEY_BIN, "TIME", 0, "keep figures over time, in bins of TIME (json, csv)", 5 },
	{ "worst", KEY_WORST, "N", 0, "list the N longest powernightmares (10)", 5 },
	{ NULL, 0, NULL, 0, "Exit status:", 6 },
	{ "fail-on", KEY_FAIL_ON, "EXPR", 0, "exit 3 when EXPR holds, as in 'pn>0'", 6 },
	{ "strict", KEY_STRICT, NULL, 0, "exit 4 when the data is not to be trusted", 6 },
	{ 0 },
};

static const char doc[] =
	"Says which idle states a trace shows, which stays were mis-predicted, and what it cost.\v"
	"TRACE is a trace.dat, the text of ftrace, trace-cmd report or perf script,\n"
	"or - for standard input. Figures are defined in analyzer(1).\n\n"
	"Examples:\n"
	"  analyzer trace.dat\n"
	"  analyzer -c 0-3 --from +2s --to +5s trace.dat\n"
	"  analyzer -f csv --table nightmares --worst 100 trace.dat\n"
	"  analyzer -f json --bin 1s -o report.json trace.dat\n"
	"  analyzer --fail-on 'pn>0' --strict trace.dat && echo slept well\n"
	"  trace-cmd report -t trace.dat | analyzer -\n\n"
	"Exit status: 0 done; 1 could not; 2 wrong usage; 3 a --fail-on held;\n"
	"4 --strict, and events were lost, the file was cut or time stepped back.";

static void set_states(const struct argp_state *state, struct settings *settings, const char *text)
{
	struct pn_cpuset set;
	uint32_t nr = 0;

	if (pn_cpulist_parse(text, &set) || !pn_cpuset_count(&set) ||
	    pn_cpuset_next(&set, PN_STATE_LIMIT) >= 0)
		pn_args_usage(state, "--state: '%s' is no list of states (0-2)", text);
	pn_cpuset_for_each (number, &set)
		settings->shown[nr++] = (int32_t)number;
	pn_cpuset_free(&set);
	settings->report.nr_states = nr;
	settings->report.states = settings->shown;
}

static void add_gate(const struct argp_state *state, struct settings *settings, const char *text)
{
	if (settings->nr_gates == GATES_MAX)
		pn_args_usage(state, "--fail-on: no more than %d of them", GATES_MAX);
	if (pn_gate_parse(text, &settings->gates[settings->nr_gates]))
		pn_args_usage(state, "--fail-on: '%s' is not FIGURE>NUMBER; figures: %s", text,
			      pn_gate_names());
	settings->gate_texts[settings->nr_gates++] = text;
}

static void set_table(const struct argp_state *state, struct settings *settings, const char *name)
{
	char names[512] = "";
	size_t used = 0;

	settings->report.table = NULL;
	for (size_t i = 0; pn_report_table(i); i++) {
		if (strcmp(pn_report_table(i), name) == 0)
			settings->report.table = pn_report_table(i);
		if (used < sizeof(names))
			used += (size_t)snprintf(names + used, sizeof(names) - used, " %s",
						 pn_report_table(i));
	}
	if (!settings->report.table)
		pn_args_usage(state, "--table: '%s' is none of:%s", name, names);
}

static void set_bin(const struct argp_state *state, struct settings *settings, const char *text)
{
	settings->trace.request.bin_ns = pn_args_duration(state, "--bin", text);
	if (!settings->trace.request.bin_ns)
		pn_args_usage(state, "--bin: has to be above zero");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct settings *settings = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &settings->trace;
		return 0;
	case 'f':
		settings->form = pn_report_find(arg);
		if (!settings->form)
			pn_args_usage(state, "--format: '%s' is not text, json or csv", arg);
		return 0;
	case KEY_TABLE:
		set_table(state, settings, arg);
		return 0;
	case KEY_PER_CPU:
		settings->report.per_cpu = true;
		return 0;
	case KEY_STATE:
		set_states(state, settings, arg);
		return 0;
	case KEY_PHASES:
		settings->trace.request.phases = true;
		return 0;
	case KEY_UNITS:
		settings->trace.request.units = true;
		return 0;
	case KEY_BIN:
		set_bin(state, settings, arg);
		return 0;
	case KEY_WORST:
		settings->trace.request.worst_nr =
			(uint32_t)pn_args_number(state, "--worst", arg, 0, PN_WORST_MAX);
		return 0;
	case KEY_FAIL_ON:
		add_gate(state, settings, arg);
		return 0;
	case KEY_STRICT:
		settings->strict = true;
		return 0;
	case ARGP_KEY_END:
		if (settings->report.table && strcmp(settings->form->name, "csv") != 0)
			pn_args_usage(state, "--table goes with --format csv");
		if (settings->trace.request.bin_ns && settings->form == &pn_report_text)
			pn_args_usage(state, "--bin goes with --format json or csv");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* A state that the trace does not know of is a slip of whoever asked for it. */
static int check_states(const struct settings *settings, const struct pn_summary *summary,
			struct pn_problem *problem)
{
	uint32_t known = 0;

	for (uint32_t i = 0; i < summary->nr_sections; i++) {
		const struct pn_section *section = &summary->sections[i];

		for (uint32_t c = 0; c < section->nr_cpus; c++) {
			if (section->cpus[c].nr_states > known)
				known = section->cpus[c].nr_states;
		}
	}
	for (uint32_t i = 0; i < settings->report.nr_states; i++) {
		if ((uint32_t)settings->shown[i] >= known)
			return pn_problem_set(problem, -ENODATA,
					      "%s: --state: there is no state %d (there are 0-%u)",
					      summary->trace.file, settings->shown[i], known - 1);
	}
	return 0;
}

/* A tripped gate counts more than distrust: what is wrong was asked for by name. */
static int judge(const struct settings *settings, const struct pn_summary *summary)
{
	int status = PN_EXIT_OK;
	bool known;

	if (pn_args_untrusted(summary, "the report's quality block") && settings->strict)
		status = PN_EXIT_UNTRUSTED;
	for (int i = 0; i < settings->nr_gates; i++) {
		if (pn_gate_tripped(&settings->gates[i], summary, &known)) {
			pn_warn("%s: %s holds", summary->trace.file, settings->gate_texts[i]);
			status = PN_EXIT_GATE;
		} else if (!known) {
			pn_warn("%s: %s cannot be judged: the figure is not available (-s FILE)",
				summary->trace.file, settings->gate_texts[i]);
			if (status == PN_EXIT_OK)
				status = PN_EXIT_FAIL;
		}
	}
	return status;
}

/**
 * pn_cmd_report - the command 'report', which is also the one that needs no name
 * @argc: of @argv
 * @argv: the command and its arguments
 *
 * Returns: an exit status.
 */
int pn_cmd_report(int argc, char **argv)
{
	static const struct argp_child children[] = { { &pn_trace_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = { options, parse, "TRACE", doc, children, NULL, NULL };
	struct settings settings = { .trace = PN_TRACE_ARGS, .form = &pn_report_text };
	struct pn_problem problem = { "" };
	struct pn_summary *summary = NULL;
	int status, err;

	settings.trace.request.worst_nr = PN_WORST_NR;
	if (argp_parse(&argp, argc, argv, 0, NULL, &settings))
		return PN_EXIT_USAGE;
	err = pn_pipeline_run(&settings.trace.request, &summary, &problem);
	if (!err)
		err = check_states(&settings, summary, &problem);
	if (!err)
		err = pn_args_report(settings.trace.output, settings.form, summary,
				     &settings.report, &problem);
	if (err) {
		pn_error("%s", problem.text);
		status = PN_EXIT_FAIL;
	} else {
		status = judge(&settings, summary);
	}
	pn_summary_free(summary);
	pn_trace_args_free(&settings.trace);
	return status;
}
