// SPDX-License-Identifier: GPL-2.0-only
/* Pages of a ring buffer: never read past their end, and done only when all of them was told. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/pages.h"
#include "support/datbuf.h"

#define PAGE_SIZE 4096u
#define HEADER	  16u
#define IDLE_ID	  401u
#define MISS_ID	  402u
#define MASK_ID	  95u

/* Of a mask that is longer than a batch. */
#define MASK_WORDS 2u
#define ROOM	   50u

static const char idle_format[] =
	"name: cpu_idle\nID: 401\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
	"\tfield:u32 state;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:u32 cpu_id;\toffset:12;\tsize:4;\tsigned:0;\n\n"
	"print fmt: \"%u\", REC->state\n";

static const char mask_format[] =
	"name: ipi_send_cpumask\nID: 95\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
	"\tfield:__data_loc cpumask_t *cpumask;\toffset:8;\tsize:4;\tsigned:0;\n\n"
	"print fmt: \"%s\", __get_cpumask(cpumask)\n";

static const char miss_format[] =
	"name: cpu_idle_miss\nID: 402\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n\n"
	"\tfield:u32 cpu_id;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:u32 state;\toffset:12;\tsize:4;\tsigned:0;\n"
	"\tfield:bool below;\toffset:16;\tsize:1;\tsigned:0;\n\n"
	"print fmt: \"%u\", REC->state\n";

/** struct fixture - a page at whose end the readable memory ends */
struct fixture {
	uint8_t *memory;
	uint8_t *page;
	struct pn_formats *formats;
	struct pn_read_stats stats;
	struct pn_page_walk walk;
};

static int set_up(void **state)
{
	static struct fixture fixture;
	size_t unit = (size_t)sysconf(_SC_PAGESIZE);
	struct fixture *f = &fixture;

	memset(f, 0, sizeof(*f));
	f->memory =
		mmap(NULL, 2 * unit, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	assert_true(f->memory != MAP_FAILED);
	assert_int_equal(mprotect(f->memory + unit, unit, PROT_NONE), 0);
	f->page = f->memory + unit - PAGE_SIZE;
	f->formats = pn_formats_new(false, 8);
	assert_non_null(f->formats);
	assert_int_equal(pn_formats_add(f->formats, "power", idle_format, strlen(idle_format)), 0);
	assert_int_equal(pn_formats_add(f->formats, "ipi", mask_format, strlen(mask_format)), 0);
	f->walk = (struct pn_page_walk){
		.formats = f->formats,
		.kinds = PN_WANT(PN_EV_IDLE) | PN_WANT(PN_EV_SEND) | PN_WANT_ALL,
		.page_size = PAGE_SIZE,
		.commit_size = 8,
		.stats = &f->stats,
	};
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	struct fixture *f = *state;

	munmap(f->memory, 2 * (size_t)sysconf(_SC_PAGESIZE));
	pn_formats_free(f->formats);
	return 0;
}

/* Appends a record whose payload begins with the event's number. */
static void record(struct pn_datbuf *page, uint32_t id, uint32_t words)
{
	pn_datbuf_number(page, words | 1u << 5, 4);
	pn_datbuf_number(page, id, 4);
	pn_datbuf_pad(page, page->size + words * 4 - 4);
}

static void begin(struct pn_datbuf *page)
{
	pn_datbuf_number(page, 1000, 8);
	pn_datbuf_number(page, PAGE_SIZE - HEADER, 8);
}

static void put(struct fixture *f, struct pn_datbuf *page)
{
	assert_int_equal(page->size, PAGE_SIZE);
	memcpy(f->page, page->bytes, PAGE_SIZE);
	pn_datbuf_free(page);
	assert_true(pn_page_begin(&f->walk, f->page, PAGE_SIZE));
}

/* A record of no use that leaves @size bytes of the page. */
static void fill_up_to(struct pn_datbuf *page, uint32_t size)
{
	while (PAGE_SIZE - page->size > size) {
		uint32_t words = (uint32_t)(PAGE_SIZE - page->size - size) / 4 - 1;

		/* A record has two words at least, so that none may be left that has one. */
		record(page, 9, words > 28 ? 20 : words);
	}
}

static bool is_done(const struct pn_page_walk *walk)
{
	return walk->at == walk->end && !walk->mask.nr_bits;
}

/* Shorter than its format says, as in a damaged file: no field of it is where it can be read. */
static void short_record_ends_page(void **state)
{
	struct fixture *f = *state;
	struct pn_event batch[8];
	struct pn_datbuf page = { 0 };
	bool damaged = false;

	begin(&page);
	record(&page, IDLE_ID, 4);
	fill_up_to(&page, 8);
	record(&page, IDLE_ID, 1);
	put(f, &page);
	assert_int_equal(pn_page_walk(&f->walk, batch, 8, &damaged), 1);
	assert_int_equal(batch[0].kind, PN_EV_IDLE);
	assert_false(damaged);
	assert_true(is_done(&f->walk));
}

/* The mask still lies in the page, which must not go away before all its CPUs were told. */
static void mask_ends_page(void **state)
{
	struct fixture *f = *state;
	struct pn_event batch[ROOM];
	struct pn_datbuf page = { 0 };
	uint32_t words = 3 + MASK_WORDS * 2, next = 0;
	bool damaged = false;

	begin(&page);
	fill_up_to(&page, 4 + words * 4);
	record(&page, MASK_ID, words);
	pn_datbuf_set(&page, PAGE_SIZE - words * 4 + 8, MASK_WORDS * 8 << 16 | 12, 4);
	for (uint32_t i = 0; i < MASK_WORDS; i++)
		pn_datbuf_set(&page, PAGE_SIZE - (MASK_WORDS - i) * 8, UINT64_MAX, 8);
	put(f, &page);
	while (!is_done(&f->walk)) {
		size_t nr = pn_page_walk(&f->walk, batch, ROOM, &damaged);

		for (size_t i = 0; i < nr; i++, next++) {
			assert_int_equal(batch[i].kind, PN_EV_SEND);
			assert_int_equal(batch[i].cpu, next);
		}
		assert_int_equal(is_done(&f->walk), next == MASK_WORDS * 64);
	}
	assert_int_equal(next, MASK_WORDS * 64);
	assert_false(damaged);
}

/* Stays of state 0, and a verdict behind each one if @misses, until @size bytes are left. */
static uint32_t stays_up_to(struct pn_datbuf *page, uint32_t size, bool misses)
{
	uint32_t stays = 0, bytes = misses ? 64 : 40;

	for (; page->size + bytes + size <= PAGE_SIZE; stays++) {
		record(page, IDLE_ID, 4);
		record(page, IDLE_ID, 4);
		pn_datbuf_set(page, page->size - 8, UINT32_MAX, 4);
		if (misses)
			record(page, MISS_ID, 5);
	}
	return stays;
}

/* However much of a page is left behind its last stay, nothing past it is looked at. */
static void check_stays(struct fixture *f, uint32_t left, bool misses)
{
	struct pn_event batch[PAGE_SIZE / 20];
	struct pn_datbuf page = { 0 };
	uint32_t stays, idle = 0, verdicts = 0;
	bool damaged = false;
	size_t nr;

	begin(&page);
	stays = stays_up_to(&page, left, misses);
	if (page.size < PAGE_SIZE)
		fill_up_to(&page, 0);
	put(f, &page);
	nr = pn_page_walk(&f->walk, batch, PAGE_SIZE / 20, &damaged);
	for (size_t i = 0; i < nr; i++) {
		idle += batch[i].kind == PN_EV_STAY ? 2 : batch[i].kind == PN_EV_IDLE;
		verdicts += batch[i].kind == PN_EV_STAY ? batch[i].op == PN_MISS_ABOVE
							: batch[i].kind == PN_EV_MISS;
	}
	assert_int_equal(idle, 2 * stays);
	assert_int_equal(verdicts, misses ? stays : 0);
	assert_true(nr < 2 * stays);
	assert_false(damaged);
	assert_true(is_done(&f->walk));
}

static void stays_end_page(void **state)
{
	struct fixture *f = *state;

	f->walk.kinds |= PN_WANT(PN_EV_STAY) | PN_WANT(PN_EV_MISS);
	for (uint32_t left = 0; left < 200; left += 4)
		check_stays(f, left, false);
	assert_int_equal(pn_formats_add(f->formats, "power", miss_format, strlen(miss_format)), 0);
	for (uint32_t left = 0; left < 200; left += 4) {
		check_stays(f, left, false);
		check_stays(f, left, true);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(short_record_ends_page, set_up, tear_down),
		cmocka_unit_test_setup_teardown(mask_ends_page, set_up, tear_down),
		cmocka_unit_test_setup_teardown(stays_end_page, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
