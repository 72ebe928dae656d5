// SPDX-License-Identifier: GPL-2.0-only
/*
 * The reader of trace.dat files against the tests' writer: every event of every form comes out as
 * it was put in, and files that are cut or damaged never yield what is not in them.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/source.h"
#include "support/random.h"
#include "support/tracedat_writer.h"

/* Over damaged formats libtraceevent 1.7.1 loses a few bytes of its own. */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libtraceevent";
}

#define NR_CPUS	  5
#define ALL_KINDS ((PN_WANT(PN_EV_NR) - 1) | PN_WANT_ALL)

/* --- events as text, so that what differs can be seen ------------------------------------------ */

/** struct log - one line an event */
struct log {
	char *text;
	size_t size;
	FILE *stream;
};

static void log_open(struct log *log)
{
	log->stream = open_memstream(&log->text, &log->size);
	assert_non_null(log->stream);
}

static void log_free(struct log *log)
{
	fclose(log->stream);
	free(log->text);
}

static void log_event(FILE *out, const struct pn_event *e)
{
	/* A verdict may come with its exit, and then has no time of its own. */
	fprintf(out, "%u %llu %u", e->cpu,
		(unsigned long long)(e->kind == PN_EV_MISS ? 0 : e->ts_ns), e->kind);
	switch (e->kind) {
	case PN_EV_IDLE:
		fprintf(out, " state %d", e->u.state);
		break;
	case PN_EV_MISS:
		fprintf(out, " state %d below %u", e->u.miss.state, e->u.miss.below);
		break;
	case PN_EV_LOST:
		fprintf(out, " since %llu count %lld", (unsigned long long)e->u.lost.since_ns,
			(long long)e->u.lost.count);
		break;
	case PN_EV_SWITCH:
		fprintf(out, " pid %u %.*s", e->u.next.pid,
			(int)strnlen(e->u.next.comm, e->u.next.length), e->u.next.comm);
		break;
	case PN_EV_WAKE:
		fprintf(out, " cause %u number %u %.*s", e->u.wake.cause, e->u.wake.number,
			(int)strnlen(e->u.wake.name, e->u.wake.length), e->u.wake.name);
		break;
	case PN_EV_MARK:
		fprintf(out, " text %.*s", (int)strnlen(e->u.mark.text, e->u.mark.length),
			e->u.mark.text);
		break;
	case PN_EV_SAMPLE:
		fprintf(out, " cause %llu latency %d timer %u race %u",
			(unsigned long long)e->u.sample.cause_ns, e->u.sample.latency_ns,
			e->u.sample.timer, e->u.sample.race);
		break;
	case PN_EV_TIMER:
		fprintf(out, " op %u timer %llu base %llu", e->op,
			(unsigned long long)e->u.timer.timer,
			(unsigned long long)(e->op == PN_TIMER_CANCEL ? 0 : e->u.timer.base_ns));
		break;
	case PN_EV_WAKING:
		fprintf(out, " pid %u", e->u.waking.pid);
		break;
	default:
		break;
	}
	fputc('\n', out);
}

/* Where two logs part: the line of each, for a message. */
static const char *parting(const char *want, const char *got)
{
	static char text[1024];
	size_t same = 0, line = 0;

	while (want[same] && want[same] == got[same]) {
		same++;
		if (want[same - 1] == '\n')
			line = same;
	}
	snprintf(text, sizeof(text), "after %zu bytes: want \"%.*s\", got \"%.*s\"", line,
		 (int)strcspn(want + line, "\n"), want + line, (int)strcspn(got + line, "\n"),
		 got + line);
	return text;
}

/* --- random traces ----------------------------------------------------------------------------- */

/** struct made - a trace on its way: the file, and what has to be read of each CPU's buffer */
struct made {
	struct pn_mkdat *dat;
	struct log want[NR_CPUS];
	uint64_t last_ns[NR_CPUS]; /* of the last event there */
	bool has_events[NR_CPUS];
	uint64_t lost[NR_CPUS];	  /* not yet told */
	uint64_t before[NR_CPUS]; /* what lost was before the last loss */
	bool uncounted;		  /* no loss tells how many events it took */
	uint64_t seed;
};

static void made_event(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	struct pn_event lost = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_LOST };

	if (made->lost[cpu]) {
		lost.u.lost.since_ns = made->has_events[cpu] ? made->last_ns[cpu] : ts_ns;
		lost.u.lost.count = made->lost[cpu];
		log_event(made->want[cpu].stream, &lost);
		made->lost[cpu] = 0;
	}
	made->last_ns[cpu] = ts_ns;
	made->has_events[cpu] = true;
}

static void add_idle(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_IDLE };

	event.u.state = (int32_t)pn_random_below(&made->seed, 5) - 1;
	if (!pn_random_below(&made->seed, 20))
		event.cpu = (uint32_t)pn_random_below(&made->seed, 300);
	pn_mkdat_idle(made->dat, cpu, ts_ns, event.cpu, event.u.state);
	log_event(made->want[cpu].stream, &event);
}

static void add_miss(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_MISS };
	struct pn_mkdat_values values = { .number = { cpu } };

	event.u.miss.state = (int32_t)pn_random_below(&made->seed, 4);
	event.u.miss.below = (uint32_t)pn_random_below(&made->seed, 2);
	values.number[1] = event.u.miss.state;
	values.number[2] = event.u.miss.below;
	pn_mkdat_record(made->dat, cpu, ts_ns, PN_MKDAT_MISS, 0, &values);
	log_event(made->want[cpu].stream, &event);
}

static void add_switch(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_SWITCH };
	struct pn_mkdat_values values = { .text = "kworker/u8:2-ev" };

	/* One to the idle task is none. */
	event.u.next.pid = (uint32_t)pn_random_below(&made->seed, 3) * 1000;
	event.u.next.comm = values.text;
	event.u.next.length = 16;
	values.number[3] = event.u.next.pid;
	pn_mkdat_record(made->dat, cpu, ts_ns, PN_MKDAT_SWITCH, 1, &values);
	if (event.u.next.pid)
		log_event(made->want[cpu].stream, &event);
}

static void add_irq(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_WAKE };
	struct pn_mkdat_values values = { .number = { 24 }, .text = "xhci_hcd" };

	event.u.wake.cause = PN_WAKE_IRQ;
	event.u.wake.number = 24;
	event.u.wake.name = values.text;
	event.u.wake.length = 9;
	pn_mkdat_record(made->dat, cpu, ts_ns, PN_MKDAT_IRQ, 1, &values);
	log_event(made->want[cpu].stream, &event);
}

static void add_vector(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	bool timer = pn_random_below(&made->seed, 2);
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_WAKE };
	struct pn_mkdat_values values = { .number = { timer ? 236 : 253 } };

	event.u.wake.cause = timer ? PN_WAKE_TIMER : PN_WAKE_IPI;
	event.u.wake.number = (uint32_t)values.number[0];
	event.u.wake.name = "";
	pn_mkdat_record(made->dat, cpu, ts_ns, timer ? PN_MKDAT_LOCAL_TIMER : PN_MKDAT_RESCHEDULE,
			1, &values);
	log_event(made->want[cpu].stream, &event);
}

static void add_mark(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	static const char text[] = "pn: sleepers phase=3 param=5us, and then some more to make a "
				   "record that is too long to be told by its type alone, which "
				   "is one of more than 112 bytes";
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_MARK };

	event.u.mark.text = text + pn_random_below(&made->seed, sizeof(text));
	event.u.mark.length = 512;
	pn_mkdat_print(made->dat, cpu, ts_ns, event.u.mark.text);
	log_event(made->want[cpu].stream, &event);
}

static void add_timer(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	static const enum pn_mkdat_event types[] = {
		[PN_TIMER_START] = PN_MKDAT_HRTIMER_START,
		[PN_TIMER_CANCEL] = PN_MKDAT_HRTIMER_CANCEL,
		[PN_TIMER_FIRE] = PN_MKDAT_HRTIMER,
	};
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_TIMER };
	struct pn_mkdat_values values = { .number = { 0x7f001234 } };

	event.op = (uint16_t)pn_random_below(&made->seed, 3);
	event.u.timer.timer = 0x7f001234;
	event.u.timer.base_ns = pn_random_length(&made->seed, 62);
	values.number[event.op == PN_TIMER_START ? 2 : 1] = (int64_t)event.u.timer.base_ns;
	pn_mkdat_record(made->dat, cpu, ts_ns, types[event.op], 1, &values);
	log_event(made->want[cpu].stream, &event);
}

static void add_waking(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	struct pn_event event = { .ts_ns = ts_ns, .cpu = cpu, .kind = PN_EV_WAKING };
	struct pn_mkdat_values values = { .number = { 77, 120, cpu }, .text = "x" };

	event.u.waking.pid = 77;
	pn_mkdat_record(made->dat, cpu, ts_ns, PN_MKDAT_WAKING, 1, &values);
	log_event(made->want[cpu].stream, &event);
}

static void add_send(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	struct pn_event event = { .ts_ns = ts_ns, .kind = PN_EV_SEND };
	struct pn_mkdat_values values = { .number = { 0 } };
	uint64_t type = pn_random_below(&made->seed, 3);

	if (type == 2) {
		event.cpu = (uint32_t)pn_random_below(&made->seed, 500);
		values.number[0] = event.cpu;
		pn_mkdat_record(made->dat, cpu, ts_ns, PN_MKDAT_IPI_SEND, 1, &values);
		log_event(made->want[cpu].stream, &event);
		return;
	}
	values.mask[0] = pn_random(&made->seed) & pn_random(&made->seed);
	values.mask[1] = pn_random(&made->seed) & pn_random(&made->seed);
	pn_mkdat_record(made->dat, cpu, ts_ns, type ? PN_MKDAT_IPI_MASK : PN_MKDAT_IPI_RAISE, 1,
			&values);
	for (event.cpu = 0; event.cpu < 128; event.cpu++) {
		if (values.mask[event.cpu / 64] >> (event.cpu % 64) & 1)
			log_event(made->want[cpu].stream, &event);
	}
}

static void add_sample(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	bool timer = pn_random_below(&made->seed, 2);
	struct pn_event event = { .ts_ns = ts_ns, .kind = PN_EV_SAMPLE };
	int64_t latency_ns = (int64_t)pn_random_length(&made->seed, 30) - 1000;
	struct pn_mkdat_values values = { .number = { (int64_t)ts_ns - 1000000 } };

	event.cpu = 3;
	event.u.sample.cause_ns = ts_ns - 1000000;
	event.u.sample.latency_ns = (int32_t)latency_ns;
	event.u.sample.timer = timer;
	event.u.sample.race = (uint16_t)pn_random_below(&made->seed, 2);
	values.number[timer ? 2 : 1] = latency_ns;
	values.number[timer ? 4 : 5] = 3;
	values.number[7] = event.u.sample.race;
	pn_mkdat_record(made->dat, cpu, ts_ns, timer ? PN_MKDAT_SAMPLE_TIMER : PN_MKDAT_SAMPLE_IPI,
			1, &values);
	log_event(made->want[cpu].stream, &event);
}

/* Of no use to the analysis, but events all the same. */
static void add_other(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	static const enum pn_mkdat_event types[] = { PN_MKDAT_FREQUENCY, PN_MKDAT_DECOY,
						     PN_MKDAT_WAKEUP };
	struct pn_mkdat_values values = { .number = { 2, 1, 1 } };

	pn_mkdat_record(made->dat, cpu, ts_ns, types[pn_random_below(&made->seed, 3)], 1, &values);
}

static void (*const add_any[])(struct made *made, uint32_t cpu, uint64_t ts_ns) = {
	add_idle,   add_idle, add_idle,	 add_idle,   add_miss, add_switch, add_irq,
	add_vector, add_mark, add_timer, add_waking, add_send, add_sample, add_other,
};

/* A loss before a page that comes to hold no event is told with the next one. */
static void add_loss(struct made *made, uint32_t cpu, bool counted, uint64_t nr)
{
	struct pn_datpages *pages = pn_mkdat_pages(made->dat, cpu);

	/* No page has come to stand behind the one before, so this one takes its place. */
	if (pages->missed && !pages->is_open)
		made->lost[cpu] = made->before[cpu];
	made->before[cpu] = made->lost[cpu];
	if (!counted || made->lost[cpu] == PN_LOST_UNKNOWN)
		made->lost[cpu] = PN_LOST_UNKNOWN;
	else
		made->lost[cpu] += nr;
	pn_datpages_lost(pages, counted, nr);
}

/* What is no event: new pages, losses, and the ring buffer's own records. */
static void add_structure(struct made *made, uint32_t cpu, uint64_t ts_ns)
{
	struct pn_datpages *pages = pn_mkdat_pages(made->dat, cpu);
	uint64_t nr = 1 + pn_random_below(&made->seed, 100);

	switch (pn_random_below(&made->seed, made->uncounted ? 5 : 6)) {
	case 0:
		pn_datpages_break(pages);
		break;
	case 1:
		add_loss(made, cpu, false, 0);
		break;
	case 2:
		pn_datpages_stamp(pages, ts_ns);
		break;
	case 3:
		pn_datpages_extend(pages, ts_ns);
		break;
	case 4:
		pn_datpages_discard(pages, ts_ns, 4 * nr);
		break;
	default:
		add_loss(made, cpu, true, nr);
		break;
	}
}

static void made_start(struct made *made, const struct pn_mkdat_options *options, uint64_t seed)
{
	memset(made, 0, sizeof(*made));
	made->seed = seed;
	made->dat = pn_mkdat_new(options);
	for (uint32_t i = 0; i < NR_CPUS; i++)
		log_open(&made->want[i]);
}

static void made_fill(struct made *made, uint32_t nr)
{
	/* Where time stamps need more than the 59 bits that a record has for them. */
	uint64_t ts_ns = UINT64_C(0x1234567890abcdef);

	for (uint32_t i = 0; i < nr; i++) {
		uint64_t far = pn_random_below(&made->seed, 10) ? 12 : 34;
		/* CPU 2 has nothing at all. */
		uint32_t cpu = (uint32_t)pn_random_below(&made->seed, NR_CPUS);
		const size_t kinds = sizeof(add_any) / sizeof(*add_any);

		cpu = cpu == 2 ? 3 : cpu;
		ts_ns += 1 + pn_random_length(&made->seed, (uint32_t)far);
		if (!pn_random_below(&made->seed, 12)) {
			add_structure(made, cpu, ts_ns);
			continue;
		}
		if (!pn_random_below(&made->seed, 40))
			ts_ns -= pn_random_below(&made->seed, 100000);
		made_event(made, cpu, ts_ns);
		add_any[pn_random_below(&made->seed, kinds)](made, cpu, ts_ns);
	}
}

static void made_free(struct made *made)
{
	for (uint32_t i = 0; i < NR_CPUS; i++)
		log_free(&made->want[i]);
	pn_mkdat_free(made->dat);
}

/* --- reading ----------------------------------------------------------------------------------- */

/** struct guarded - a file in memory that ends where memory does */
struct guarded {
	uint8_t *map;
	size_t mapped;
	struct pn_mapped file;
};

/* It has to be a file: a reader lets go of pages that it has read, and may read them again. */
static void guard(struct guarded *g, const uint8_t *bytes, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t room = (size + page - 1) / page * page;
	int fd = memfd_create("guarded", MFD_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, (off_t)room), 0);
	assert_int_equal(pwrite(fd, bytes, size, (off_t)(room - size)), size);
	g->mapped = room + page;
	g->map = mmap(NULL, g->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_ptr_not_equal(g->map, MAP_FAILED);
	assert_ptr_equal(mmap(g->map, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0),
			 g->map);
	close(fd);
	g->file = (struct pn_mapped){ "guarded.dat", g->map + room - size, size };
}

static void unguard(struct guarded *g)
{
	munmap(g->map, g->mapped);
}

/** struct read - what was read of a file */
struct read {
	struct pn_source *source;
	struct pn_problem problem;
	struct log got[NR_CPUS];
	struct pn_read_stats stats;
	bool truncated;
};

/* An event that was read; a stay as the events that it stands for. */
static void log_read(FILE *out, const struct pn_event *event)
{
	struct pn_event part = { .ts_ns = event->ts_ns, .cpu = event->cpu, .kind = PN_EV_IDLE };

	if (event->kind != PN_EV_STAY) {
		log_event(out, event);
		return;
	}
	part.u.state = event->u.stay.state;
	log_event(out, &part);
	part.ts_ns = event->u.stay.end_ns;
	part.u.state = PN_STATE_EXIT;
	log_event(out, &part);
	if (event->op == PN_MISS_NONE)
		return;
	part.kind = PN_EV_MISS;
	part.u.miss.state = event->u.stay.state;
	part.u.miss.below = event->op == PN_MISS_BELOW;
	log_event(out, &part);
}

/* Reads a stream to its end; 0 or a negative errno. */
static int read_stream(struct read *read, uint32_t stream, size_t room)
{
	const struct pn_source_ops *ops = read->source->ops;
	uint32_t cpu = (uint32_t)read->source->stream_cpu[stream];
	struct pn_event batch[PN_BATCH_NR];
	struct pn_cursor *cursor;
	int nr, err = 0;

	/* A damaged file may name any. */
	cpu %= NR_CPUS;
	cursor = ops->cursor_new(read->source, stream, ALL_KINDS, &err, &read->problem);
	if (!cursor)
		return err;
	while ((nr = ops->cursor_next(cursor, batch, room, &read->problem)) > 0) {
		for (int i = 0; i < nr; i++)
			log_read(read->got[cpu].stream, &batch[i]);
	}
	pn_read_stats_add(&read->stats, ops->cursor_stats(cursor));
	ops->cursor_free(cursor);
	return nr;
}

static int read_all(struct read *read, const struct pn_mapped *file, size_t room)
{
	struct pn_source_options options = { NULL };
	int err;

	memset(read, 0, sizeof(*read));
	for (uint32_t i = 0; i < NR_CPUS; i++)
		log_open(&read->got[i]);
	err = pn_source_open(file, &options, &read->source, &read->problem);
	if (err) {
		read->source = NULL;
		return err;
	}
	for (uint32_t i = 0; !err && i < read->source->nr_streams; i++)
		err = read_stream(read, i, room);
	for (uint32_t i = 0; i < NR_CPUS; i++)
		fflush(read->got[i].stream);
	read->truncated = read->source->info.truncated || read->stats.truncated;
	return err;
}

static void read_free(struct read *read)
{
	pn_source_close(read->source);
	for (uint32_t i = 0; i < NR_CPUS; i++)
		log_free(&read->got[i]);
}

/* --- every form -------------------------------------------------------------------------------- */

static void assert_all_read(struct made *made, struct read *read, const char *form)
{
	for (uint32_t i = 0; i < NR_CPUS; i++) {
		fflush(made->want[i].stream);
		if (strcmp(read->got[i].text, made->want[i].text) != 0)
			fail_msg("%s, CPU %u: %s", form, i,
				 parting(made->want[i].text, read->got[i].text));
	}
	assert_false(read->truncated);
}

static void check_form(const struct pn_mkdat_options *options, const char *form, uint64_t seed)
{
	static const size_t rooms[] = { 2, 7, PN_BATCH_NR };
	const struct pn_datbuf *bytes;
	struct guarded g;
	struct made made;
	struct read read;

	made_start(&made, options, seed);
	made_fill(&made, 600);
	bytes = pn_mkdat_finish(made.dat);
	guard(&g, bytes->bytes, bytes->size);
	for (size_t i = 0; i < sizeof(rooms) / sizeof(*rooms); i++) {
		assert_int_equal(read_all(&read, &g.file, rooms[i]), 0);
		assert_int_equal(read.source->nr_streams, NR_CPUS - 1);
		assert_true(read.source->idle_known);
		assert_string_equal(read.source->info.clock, "mono");
		assert_int_equal(read.source->info.nr_cpus, NR_CPUS);
		assert_all_read(&made, &read, form);
		read_free(&read);
	}
	unguard(&g);
	made_free(&made);
}

static struct pn_mkdat_options base_options(int version, const char *compression)
{
	struct pn_mkdat_options options = pn_mkdat_defaults();

	options.version = version;
	options.compression = compression;
	options.nr_cpus = NR_CPUS;
	return options;
}

/* Bits of the number of a form: what differs from the common one. */
static void vary(struct pn_mkdat_options *options, uint32_t form)
{
	options->big_endian = form & 1;
	options->long_size = form & 2 ? 4 : 8;
	options->user_long_size = form & 2 ? 4 : 8;
	options->page_size = 4096u << 2 * (form >> 2 & 1) << 2 * (form >> 3 & 1);
	options->common_size = form & 16 ? 12 : 8;
	options->state_size = form & 32 ? 8 : 4;
	options->exit_extended = form & 64;
	options->large = form & 128;
	options->chunk_pages = form & 64 ? 1 : 10;
}

static void every_form(void **state)
{
	static const struct {
		int version;
		const char *compression;
	} outer[] = { { 6, "none" }, { 7, "none" }, { 7, "zstd" }, { 7, "zlib" } };
	uint64_t seed = 1;

	(void)state;
	for (uint32_t form = 0; form < 256; form++) {
		/* All outer forms for a few, one of them for the rest. */
		for (uint32_t o = 0; o < 4; o++) {
			struct pn_mkdat_options options;
			char name[64];

			if (form >= 32 && o != form % 4)
				continue;
			options = base_options(outer[o].version, outer[o].compression);
			vary(&options, form);
			snprintf(name, sizeof(name), "form %u, version %d, %s", form,
				 outer[o].version, outer[o].compression);
			check_form(&options, name, seed++);
		}
	}
}

/* The program that recorded may have had another long than the kernel. */
static void a_program_of_32_bits(void **state)
{
	struct pn_mkdat_options options;

	(void)state;
	for (int version = 6; version <= 7; version++) {
		options = base_options(version, "none");
		options.user_long_size = 4;
		check_form(&options, "64-bit kernel", 2);
		options.big_endian = true;
		check_form(&options, "64-bit kernel, big endian", 2);
	}
}

/* --- cut and damaged files --------------------------------------------------------------------- */

/* A file that was cut is refused, or yields a part of what it held and says so. */
static void check_cut(struct made *made, const struct pn_datbuf *bytes, size_t size)
{
	struct guarded g;
	struct read read;
	bool less = false;
	int err;

	guard(&g, bytes->bytes, size);
	err = read_all(&read, &g.file, PN_BATCH_NR);
	assert_true(!err == !*read.problem.text);
	for (uint32_t i = 0; !err && i < NR_CPUS; i++) {
		const char *want = made->want[i].text;

		less |= read.got[i].size < made->want[i].size;
		if (strncmp(read.got[i].text, want, read.got[i].size) != 0)
			fail_msg("cut to %zu, CPU %u: %s", size, i,
				 parting(want, read.got[i].text));
	}
	if (!err && less != read.truncated && less)
		fail_msg("cut to %zu: nothing is said of it", size);
	read_free(&read);
	unguard(&g);
}

static void files_that_were_cut(void **state)
{
	static const char *const compressions[] = { "none", "none", "zstd", "zlib" };

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct pn_mkdat_options options = base_options(i ? 7 : 6, compressions[i]);
		const struct pn_datbuf *bytes;
		struct made made;

		options.chunk_pages = 1;
		made_start(&made, &options, 3);
		/* The number stands at the end of a page, and may be cut off alone. */
		made.uncounted = true;
		made_fill(&made, 400);
		bytes = pn_mkdat_finish(made.dat);
		for (uint32_t c = 0; c < NR_CPUS; c++)
			fflush(made.want[c].stream);
		for (size_t size = 1; size < bytes->size; size += size < 20000 ? 13 : 101)
			check_cut(&made, bytes, size);
		check_cut(&made, bytes, bytes->size - 1);
		made_free(&made);
	}
}

/* Whatever the bytes, reading ends, inside the file, and with words when it fails. */
static void damaged_files(void **state)
{
	static const char *const compressions[] = { "none", "none", "zstd", "zlib" };
	uint64_t seed = 4;

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct pn_mkdat_options options = base_options(i ? 7 : 6, compressions[i]);
		const struct pn_datbuf *bytes;
		struct made made;

		made_start(&made, &options, 5);
		made_fill(&made, 300);
		bytes = pn_mkdat_finish(made.dat);
		for (int round = 0; round < 1500; round++) {
			struct guarded g;
			struct read read;
			int err;

			guard(&g, bytes->bytes, bytes->size);
			for (uint64_t n = 1 + pn_random_below(&seed, 4); n; n--) {
				/* Most of the file is padding; its front and pages matter more. */
				uint64_t at = pn_random_below(
					&seed, pn_random_below(&seed, 2) ? bytes->size : 12000);
				uint8_t *byte = g.map + (g.file.bytes - g.map) + at % bytes->size;

				*byte = pn_random_below(&seed, 3)
						? (uint8_t)pn_random(&seed)
						: *byte ^ (uint8_t)(1 << pn_random_below(&seed, 8));
			}
			err = read_all(&read, &g.file, PN_BATCH_NR);
			assert_true(!err == !*read.problem.text);
			read_free(&read);
			unguard(&g);
		}
		made_free(&made);
	}
}

/* --- odds and ends ----------------------------------------------------------------------------- */

static int open_made(struct pn_mkdat *dat, const char *instance, struct read *read)
{
	struct pn_source_options options = { instance };
	const struct pn_datbuf *bytes = pn_mkdat_finish(dat);
	static struct pn_mapped file;

	memset(read, 0, sizeof(*read));
	file = (struct pn_mapped){ "made.dat", bytes->bytes, bytes->size };
	return pn_source_open(&file, &options, &read->source, &read->problem);
}

static void clocks(void **state)
{
	static const struct {
		const char *clock;
		const char *said;
		int err;
	} cases[] = {
		{ NULL, "", 0 },
		{ "", "", 0 },
		{ "local", "local", 0 },
		{ "global", "global", 0 },
		{ "perf", "perf", 0 },
		{ "mono_raw", "mono_raw", 0 },
		{ "boot", "boot", 0 },
		{ "tai", "tai", 0 },
		{ "counter", NULL, -ENOTSUP },
		{ "uptime", NULL, -ENOTSUP },
		{ "x86-tsc", NULL, -ENOTSUP },
		{ "ppc-tb", NULL, -ENOTSUP },
	};

	(void)state;
	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(*cases); i++) {
		struct pn_mkdat_options options = base_options(6 + (int)(i % 2), "none");
		struct pn_mkdat *dat;
		struct read read;

		options.clock = cases[i / 2].clock;
		dat = pn_mkdat_new(&options);
		pn_mkdat_idle(dat, 0, 1, 0, 1);
		assert_int_equal(open_made(dat, NULL, &read), cases[i / 2].err);
		if (!cases[i / 2].err) {
			assert_string_equal(read.source->info.clock, cases[i / 2].said);
			pn_source_close(read.source);
		} else {
			assert_non_null(strstr(read.problem.text, cases[i / 2].clock));
		}
		pn_mkdat_free(dat);
	}
}

static void instances(void **state)
{
	(void)state;
	for (int version = 6; version <= 7; version++) {
		struct pn_mkdat_options options = base_options(version, "none");
		struct pn_mkdat *dat = pn_mkdat_new(&options);
		struct read read;

		pn_mkdat_idle(dat, 0, 1, 0, 1);
		pn_mkdat_instance(dat, "side", "boot");
		pn_mkdat_idle(dat, 4, 7, 4, 1);
		pn_mkdat_instance(dat, "odd", "counter");
		assert_int_equal(open_made(dat, "side", &read), 0);
		assert_string_equal(read.source->info.clock, "boot");
		assert_string_equal(read.source->info.instance, "side");
		assert_int_equal(read.source->nr_streams, 1);
		assert_int_equal(read.source->stream_cpu[0], 4);
		pn_source_close(read.source);
		assert_int_equal(open_made(dat, "odd", &read), -ENOTSUP);
		assert_int_equal(open_made(dat, "none", &read), -ENOENT);
		assert_non_null(strstr(read.problem.text, "side, odd"));
		assert_int_equal(open_made(dat, "", &read), 0);
		assert_string_equal(read.source->info.instance, "");
		pn_source_close(read.source);
		pn_mkdat_free(dat);
	}
}

static void counters_of_the_buffer(void **state)
{
	struct pn_mkdat_options options = base_options(7, "none");
	struct pn_mkdat *dat;
	struct read read;

	(void)state;
	options.overruns = 12;
	dat = pn_mkdat_new(&options);
	assert_int_equal(open_made(dat, NULL, &read), 0);
	assert_true(read.source->info.has_stats);
	assert_int_equal(read.source->info.overruns, 12 * NR_CPUS);
	pn_source_close(read.source);
	pn_mkdat_free(dat);
	options.no_stats = true;
	options.no_idle_format = true;
	dat = pn_mkdat_new(&options);
	assert_int_equal(open_made(dat, NULL, &read), 0);
	assert_false(read.source->info.has_stats);
	assert_false(read.source->idle_known);
	assert_int_equal(read.source->nr_streams, 0);
	pn_source_close(read.source);
	pn_mkdat_free(dat);
}

/* States and CPUs that cannot be. */
static void odd_values(void **state)
{
	struct pn_mkdat_options options = base_options(7, "none");
	struct pn_mkdat_values values = { .number = { INT64_C(1) << 40, 0 } };
	const struct pn_datbuf *bytes;
	struct pn_mkdat *dat;
	struct guarded g;
	struct read read;

	(void)state;
	options.state_size = 8;
	dat = pn_mkdat_new(&options);
	pn_mkdat_record(dat, 0, 5, PN_MKDAT_IDLE, 0, &values);
	pn_mkdat_idle(dat, 0, 6, 65536, 1);
	pn_mkdat_idle(dat, 0, 7, UINT32_MAX, 1);
	pn_mkdat_idle(dat, 0, 8, 65535, 1);
	bytes = pn_mkdat_finish(dat);
	guard(&g, bytes->bytes, bytes->size);
	assert_int_equal(read_all(&read, &g.file, PN_BATCH_NR), 0);
	assert_string_equal(read.got[0].text, "0 5 0 state -2147483648\n65535 8 0 state 1\n");
	assert_int_equal(read.stats.odd_cpus, 2);
	assert_true(read.stats.foreign);
	assert_int_equal(read.stats.events, 4);
	assert_int_equal(read.stats.first_ns, 5);
	assert_int_equal(read.stats.last_ns, 8);
	read_free(&read);
	unguard(&g);
	pn_mkdat_free(dat);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form),
		cmocka_unit_test(a_program_of_32_bits),
		cmocka_unit_test(files_that_were_cut),
		cmocka_unit_test(damaged_files),
		cmocka_unit_test(clocks),
		cmocka_unit_test(instances),
		cmocka_unit_test(counters_of_the_buffer),
		cmocka_unit_test(odd_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
