// SPDX-License-Identifier: GPL-2.0-only
/* Phases: from markers to windows. */
#include "phases.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "merge.h"

/* More phases than this, and the markers are not a workload's. */
#define MAX_PHASES 100000

struct phase_list {
	struct pn_window *windows;
	uint32_t nr;
	bool open; /* the last one has not ended */
};

static int add_phase(struct phase_list *list, uint64_t ts_ns, const char *text, size_t length)
{
	struct pn_window *windows, *window;

	if (list->nr == MAX_PHASES)
		return -E2BIG;
	windows = realloc(list->windows, (list->nr + 1) * sizeof(*windows));
	if (!windows)
		return -ENOMEM;
	list->windows = windows;
	window = &windows[list->nr++];
	memset(window, 0, sizeof(*window));
	window->from_ns = ts_ns;
	window->to_ns = UINT64_MAX;
	if (length >= sizeof(window->label))
		length = sizeof(window->label) - 1;
	memcpy(window->label, text, length);
	list->open = true;
	return 0;
}

static int take_marker(struct phase_list *list, const struct pn_event *event)
{
	static const char key[] = "pn: ";
	const char *text = event->u.mark.text;
	size_t length = strnlen(text, event->u.mark.length);

	while (length && (text[length - 1] == '\n' || text[length - 1] == '\r'))
		length--;
	if (length < sizeof(key) || memcmp(text, key, sizeof(key) - 1) != 0)
		return 0;
	if (list->open)
		list->windows[list->nr - 1].to_ns = event->ts_ns;
	list->open = false;
	text += sizeof(key) - 1;
	length -= sizeof(key) - 1;
	if (!memmem(text, length, " phase=", 7))
		return 0;
	return add_phase(list, event->ts_ns, text, length);
}

int pn_phases_find(struct pn_source *source, struct pn_window **windows, uint32_t *nr,
		   struct pn_problem *problem)
{
	struct phase_list list = { 0 };
	const struct pn_event *event;
	struct pn_merge *merge;
	int err, got;

	merge = pn_merge_new(source, PN_WANT(PN_EV_MARK), &err, problem);
	if (!merge)
		return err;
	while ((got = pn_merge_next(merge, &event, problem)) > 0 && !err) {
		if (event->kind == PN_EV_MARK)
			err = take_marker(&list, event);
	}
	if (got < 0)
		err = got;
	pn_merge_free(merge);
	if (err) {
		free(list.windows);
		return err;
	}
	*windows = list.windows;
	*nr = list.nr;
	return 0;
}
