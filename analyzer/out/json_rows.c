// SPDX-License-Identifier: GPL-2.0-only
/* Long arrays in JSON, printed straight from the figures. */
#include "out/json_rows.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include <json-c/json.h>
#include <json-c/printbuf.h>

#include "util/json_put.h"

typedef int (*print_fn)(struct json_object *array, struct printbuf *text, int level, int flags);

/* An array that @print prints from @source, whatever is in the array itself. */
static int put_printed(struct json_object *object, const char *key, print_fn print,
		       const void *source)
{
	struct json_object *array = pn_json_put_array(object, key);

	if (!array)
		return -ENOMEM;
	/* The library has no const; a print_fn only reads. */
	json_object_set_serializer(array, print, (void *)(uintptr_t)source, NULL);
	return 0;
}

/* The place of a row: after the first a comma, then a line of its own. */
static int print_place(struct printbuf *text, uint32_t row, int level)
{
	const char *lead = row ? ",\n" : "\n";
	int err = printbuf_memappend(text, lead, (int)strlen(lead));

	return err < 0 ? err : printbuf_memset(text, -1, ' ', 2 * (level + 1));
}

static int print_end(struct printbuf *text, uint32_t rows, int level)
{
	if (rows && (printbuf_memappend(text, "\n", 1) < 0 ||
		     printbuf_memset(text, -1, ' ', 2 * level) < 0))
		return -1;
	return printbuf_memappend(text, "]", 1);
}

/* --- histograms ----------------------------------------------------------------------------- */

/* Eight pairs a line: one would make the file a long and narrow one. */
#define PAIRS_A_LINE 8

static int print_hist(struct json_object *array, struct printbuf *text, int level, int flags)
{
	const struct pn_hist *hist = json_object_get_userdata(array);
	uint32_t nr = 0;
	int err = printbuf_memappend(text, "[", 1);

	(void)flags;
	for (uint32_t i = pn_hist_next(hist, 0); err >= 0 && i < PN_HIST_BUCKETS;
	     i = pn_hist_next(hist, i + 1), nr++) {
		if (nr % PAIRS_A_LINE)
			err = printbuf_memappend(text, ", ", 2);
		else
			err = print_place(text, nr, level);
		if (err >= 0)
			err = sprintbuf(text, "[%" PRIu32 ", %" PRIu64 "]", i, pn_hist_at(hist, i));
	}
	return err < 0 ? err : print_end(text, nr, level);
}

int pn_json_put_hist(struct json_object *object, const char *key, const struct pn_hist *hist)
{
	return put_printed(object, key, print_hist, hist);
}

/* --- time bins ------------------------------------------------------------------------------ */

static bool bin_empty(const struct pn_bin *bin)
{
	static const struct pn_bin empty;

	return memcmp(bin, &empty, sizeof(empty)) == 0;
}

static int print_bin(struct printbuf *text, uint32_t index, uint32_t state,
		     const struct pn_bin *bin, bool has_table)
{
	char verdicts[48] = "null, null";

	if (has_table)
		snprintf(verdicts, sizeof(verdicts), "%" PRIu64 ", %" PRIu64, bin->above,
			 bin->below);
	return sprintbuf(text,
			 "[%" PRIu32 ", %" PRIu32 ", %" PRIu64 ", %" PRIu64 ", %s, %" PRIu64
			 ", %" PRIu64 "]",
			 index, state, bin->entries, bin->completed, verdicts, bin->pn,
			 bin->idle_ns);
}

static int print_bins(struct json_object *array, struct printbuf *text, int level, int flags)
{
	const struct pn_cpu_stats *stats = json_object_get_userdata(array);
	const struct pn_bins *bins = &stats->bins;
	uint32_t nr = 0;
	int err = printbuf_memappend(text, "[", 1);

	(void)flags;
	for (size_t i = 0; err >= 0 && i < (size_t)bins->nr_bins * bins->nr_states; i++) {
		if (bin_empty(&bins->bins[i]))
			continue;
		err = print_place(text, nr++, level);
		if (err >= 0)
			err = print_bin(text, (uint32_t)(i / bins->nr_states),
					(uint32_t)(i % bins->nr_states), &bins->bins[i],
					stats->has_table);
	}
	return err < 0 ? err : print_end(text, nr, level);
}

int pn_json_put_bins(struct json_object *object, const char *key, const struct pn_cpu_stats *stats)
{
	if (!stats->bins.width_ns)
		return pn_json_put_null(object, key);
	return put_printed(object, key, print_bins, stats);
}
