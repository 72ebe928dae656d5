/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the fuzz targets share. Each target is one fuzz_NAME.c with the entry that libFuzzer calls;
 * without libFuzzer, replay.c calls it with the files of corpus/NAME.
 */
#ifndef PN_FUZZ_FUZZ_H
#define PN_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/tmpdir.h"

/** LLVMFuzzerTestOneInput - runs a target on one input; 0, or -1 for "not of use to the corpus" */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** PN_FUZZ_CHECK - ends the program, with the condition, unless it holds */
#define PN_FUZZ_CHECK(condition)                                      \
	do {                                                          \
		if (!(condition))                                     \
			pn_fuzz_fail(__FILE__, __LINE__, #condition); \
	} while (0)

/** pn_fuzz_fail - says what does not hold, and ends the program */
void pn_fuzz_fail(const char *file, int line, const char *what) __attribute__((noreturn));

/* --- files ------------------------------------------------------------------------------------ */

/** struct pn_fuzz_file - a file in memory, without a name in any folder */
struct pn_fuzz_file {
	int fd;
	char path[32]; /* that opens it */
};

/** pn_fuzz_file_open - makes a file of @size bytes */
void pn_fuzz_file_open(struct pn_fuzz_file *file, const void *bytes, size_t size);

/** pn_fuzz_file_close - and it is gone */
void pn_fuzz_file_close(struct pn_fuzz_file *file);

/**
 * pn_fuzz_tree - makes a folder of the files that an input lists
 * @dir: the folder; removed with pn_tmpdir_remove()
 * @data: for each file a line "@ PATH", then its contents up to the next such line
 * @size: of @data
 *
 * What would lead out of the folder is left out, and so is what cannot be made.
 */
void pn_fuzz_tree(struct pn_tmpdir *dir, const uint8_t *data, size_t size);

/* --- an input as a row of numbers ------------------------------------------------------------- */

/** struct pn_fuzz_in - what is left of an input */
struct pn_fuzz_in {
	const uint8_t *at;
	const uint8_t *end;
};

/** pn_fuzz_number - the next @bytes bytes (at most 8), little endian; 0 past the end */
uint64_t pn_fuzz_number(struct pn_fuzz_in *in, size_t bytes);

/** pn_fuzz_length - a number of up to 2^@bits, the small ones as likely as the large ones */
uint64_t pn_fuzz_length(struct pn_fuzz_in *in, uint32_t bits);

/** pn_fuzz_text - copies the input into a string that ends where its first zero is; to be freed */
char *pn_fuzz_text(const uint8_t *data, size_t size);

#endif
