// SPDX-License-Identifier: GPL-2.0-only
/* The report for programs: schema powernightmare.report/1, which reads back to the same summary. */
#include "out/report.h"

#include <errno.h>

#include <json-c/json.h>

#include "core/names.h"
#include "out/json_stats.h"
#include "out/states_json.h"
#include "util/json_put.h"

static int put_tool(struct json_object *root)
{
	struct json_object *tool = pn_json_put_object(root, "tool");
	int err = pn_json_put_text(tool, "name", "powernightmare");

	err |= pn_json_put_text(tool, "version", PN_VERSION);
	return err;
}

static int put_trace(struct json_object *root, const struct pn_trace_info *trace)
{
	struct json_object *object = pn_json_put_object(root, "trace");
	int err = pn_json_put_known_text(object, "file", trace->file);

	err |= pn_json_put_known_text(object, "format", trace->format);
	err |= pn_json_put_known_text(object, "clock", trace->clock);
	err |= pn_json_put_known_text(object, "instance", trace->instance);
	if (trace->has_events) {
		err |= pn_json_put_u64(object, "first_ns", trace->first_ns);
		err |= pn_json_put_u64(object, "last_ns", trace->last_ns);
	} else {
		err |= pn_json_put_null(object, "first_ns");
		err |= pn_json_put_null(object, "last_ns");
	}
	err |= pn_json_put_u64(object, "events", trace->events);
	err |= pn_json_put_known(object, "cpus", trace->nr_cpus ? (int64_t)trace->nr_cpus : -1);
	return err;
}

static int put_parameters(struct json_object *root, const struct pn_params *params)
{
	struct json_object *object = pn_json_put_object(root, "parameters");
	int err = pn_json_put_u64(object, "threshold_ns", params->threshold_ns);

	err |= pn_json_put_text(object, "threshold_from", pn_origin_name(params->threshold_from));
	err |= pn_json_put_u64(object, "chain_gap_ns", params->chain_gap_ns);
	if (params->bin_ns) {
		err |= pn_json_put_u64(object, "bin_ns", params->bin_ns);
		err |= pn_json_put_u64(object, "bin_origin_ns", params->bin_origin_ns);
	} else {
		err |= pn_json_put_null(object, "bin_ns");
		err |= pn_json_put_null(object, "bin_origin_ns");
	}
	err |= pn_json_put_u64(object, "worst", params->worst_nr);
	err |= pn_json_put_text(object, "verdicts", pn_verdicts_name(params->verdicts));
	return err;
}

static int put_quality(struct json_object *root, const struct pn_summary *summary)
{
	const struct pn_trace_info *trace = &summary->trace;
	struct json_object *object = pn_json_put_object(root, "quality");
	int err = pn_json_put_bool(object, "trusted", !pn_summary_untrusted(summary));

	err |= pn_json_put_bool(object, "truncated", trace->truncated);
	err |= pn_json_put_known_text(object, "truncated_at", trace->truncated_at);
	err |= trace->has_stats ? pn_json_put_u64(object, "overruns", trace->overruns)
				: pn_json_put_null(object, "overruns");
	err |= pn_json_put_u64(object, "bad_lines", trace->bad_lines);
	err |= pn_json_put_u64(object, "odd_cpus", trace->odd_cpus);
	return err;
}

static int put_machine(struct json_object *root, const struct pn_machine *machine)
{
	struct json_object *object;
	int err;

	if (!machine)
		return pn_json_put_null(root, "machine");
	object = pn_json_put_object(root, "machine");
	err = pn_json_put_text(object, "origin", pn_origin_name(machine->origin));
	return err ? err : pn_states_put(object, machine);
}

static int put_summary(struct json_object *root, const struct pn_summary *summary)
{
	struct json_object *sections;
	int err = pn_json_put_text(root, "schema", "powernightmare.report/1");

	err |= put_tool(root);
	err |= put_trace(root, &summary->trace);
	err |= put_parameters(root, &summary->params);
	err |= put_quality(root, summary);
	err |= put_machine(root, summary->machine);
	sections = pn_json_put_array(root, "sections");
	for (uint32_t i = 0; !err && i < summary->nr_sections; i++)
		err = pn_json_put_section(sections, summary, &summary->sections[i]);
	return sections ? err : -ENOMEM;
}

static int write_json(const struct pn_summary *summary, const struct pn_report_options *options,
		      FILE *out)
{
	struct json_object *root = json_object_new_object();
	int err = put_summary(root, summary);

	(void)options;
	if (!err)
		err = pn_json_print(root, out);
	json_object_put(root);
	return err;
}

const struct pn_report_ops pn_report_json = {
	.name = "json",
	.write = write_json,
};
