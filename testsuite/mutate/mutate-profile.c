/* mutate-profile PROFILE N [SEED [NAME]]: read N mutants of PROFILE; write those that can be read to NAME.SEED.wpp.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Bits are flipped, bytes and integers replaced, pieces cut off, doubled, moved
   and swapped, and sizes forged.  In half of the mutants all checksums, and the
   END section, are made right again, so that what is inside sections is parsed.
   Whatever the reader accepts is walked through.  It must not crash (build it
   with sanitizers), and not take long, or much memory, for any of them.  Prints
   what became of the mutants and a PASS or FAIL line.  */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include "../fuzz/mend.h"
#include "../unit/unit.h"
#include "mutate.h"
#include "base/bytes.h"
#include "recording/profile/read.h"
#include "recording/profile/stacks.h"

#define HEADER_SIZE 16
#define SECTION_HEADER_SIZE 24
#define MAX_SECONDS 20.0            /* for one mutant, sanitizers and a busy machine included */
#define MAX_EVENTS_WALKED 100000

struct mutant
{
  unsigned char *data;
  size_t size, room;
};

/* ---- Mutations.  Each leaves at least one byte.  */

static void
flip_bit (struct mutant *m)
{
  m->data[mutate_below (m->size)] ^= 1 << mutate_below (8);
}

static void
set_byte (struct mutant *m)
{
  static const unsigned char values[] = { 0, 1, 127, 128, 255 };
  m->data[mutate_below (m->size)] = values[mutate_below (sizeof values)];
}

static void
set_word (struct mutant *m)
{
  static const uint64_t values[] = { 0, 1, UINT64_MAX, INT64_MAX, UINT32_MAX, UINT64_MAX - 7 };
  if (m->size < 8)
    return;
  wpp_store_u64 (m->data + mutate_below (m->size - 7), values[mutate_below (6)] + mutate_below (3));
}

static void
truncate_it (struct mutant *m)
{
  m->size = 1 + mutate_below (m->size);
}

static void
cut_out (struct mutant *m)
{
  size_t at = mutate_below (m->size), n = mutate_below (m->size - at);
  memmove (m->data + at, m->data + at + n, m->size - at - n);
  m->size -= n;
}

static void
double_piece (struct mutant *m)
{
  size_t at = mutate_below (m->size), n = 1 + mutate_below (m->size - at);
  if (n > m->room - m->size)
    return;
  memmove (m->data + at + n, m->data + at, m->size - at);
  m->size += n;
}

static void
splice (struct mutant *m)
{
  size_t from = mutate_below (m->size), to = mutate_below (m->size), most = m->size - (from > to ? from : to);
  memmove (m->data + to, m->data + from, 1 + mutate_below (most));
}

/* The offset of a section's header, at random, or 0 if there is none.  */
static size_t
some_section (const struct mutant *m)
{
  size_t found = 0;
  uint64_t n = 0;
  for (size_t at = HEADER_SIZE; at < m->size && m->size - at >= SECTION_HEADER_SIZE;)
    {
      uint64_t size = wpp_load_u64 (m->data + at + 8);
      if (mutate_below (++n) == 0)
        found = at;
      if (size > m->size - at - SECTION_HEADER_SIZE)
        break;
      at += SECTION_HEADER_SIZE + size + (-size & 7);
    }
  return found;
}

static void
forge_size (struct mutant *m)
{
  size_t at = some_section (m);
  if (at)
    wpp_store_u64 (m->data + at + 8, wpp_load_u64 (m->data + at + 8) + mutate_below (17) - 8);
}

/* The counts that a payload begins with are the most interesting bytes.  */
static void
forge_counts (struct mutant *m)
{
  size_t at = some_section (m) + SECTION_HEADER_SIZE;
  for (uint64_t i = 0; i < 4 && at < m->size; i++, at++)
    if (mutate_below (2))
      m->data[at] = mutate_below (256);
}

static void
forge_tag (struct mutant *m)
{
  static const char tags[] = "PROCMODSTHRDGRAMRAWEEND NEWSTRACCALL";
  size_t at = some_section (m);
  if (at)
    memcpy (m->data + at, tags + 4 * mutate_below (9), 4);
}

static void (*const mutations[]) (struct mutant *m)
  = { flip_bit, flip_bit, set_byte, set_word, truncate_it, cut_out, double_piece, splice,
      forge_size, forge_counts, forge_counts, forge_tag };

static void
mutate (struct mutant *m, const unsigned char *seed, size_t size)
{
  memcpy (m->data, seed, size);
  m->size = size;
  for (uint64_t i = 1 + mutate_below (4); i > 0; i--)
    mutations[mutate_below (sizeof mutations / sizeof *mutations)] (m);
  if (mutate_below (2))
    m->size = fuzz_mend_profile (m->data, m->size, m->room);
}

/* ---- Reading.  */

static int
count_events (void *data, uint32_t event, uint64_t count)
{
  uint64_t *left = data;
  *left -= count < *left ? count : *left;
  return *left == 0;
}

/* Look at everything P has.  */
static void
walk (const struct wpp_profile *p)
{
  uint64_t sum = strlen (p->program) + strlen (p->options);
  for (size_t i = 0; i < p->build_id_size; i++)
    sum += p->build_id[i];
  for (size_t i = 0; i < p->n_modules; i++)
    for (size_t u = 0; u < p->modules[i].n_units; u++)
      sum += strlen (p->modules[i].path) + p->modules[i].units[u].base;
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      {
        const struct wpp_grammar *g = p->threads[t].segments[s];
        uint64_t left = MAX_EVENTS_WALKED;
        wpp_grammar_expand (g, g->length[0] / 2, count_events, &left);
        for (uint32_t r = 0; r < g->n_rules; r++)
          sum += g->frequency[r] + g->length[r] + g->order[r];
      }
  /* So that none of it is optimised away.  */
  volatile uint64_t kept = sum;
  (void)kept;
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

/* Read mutant M, in memory that ends where it ends.  Return whether it was accepted or refused
   as it should be, in time.  */
static bool
try_mutant (const struct mutant *m, unsigned *accepted)
{
  struct wpp_place place;
  int err = 0;
  double begun = now ();
  unsigned char *data = malloc (m->size);
  if (!data)
    return false;
  memcpy (data, m->data, m->size);
  struct wpp_profile *p = wpp_profile_parse (data, m->size, &err, &place);
  bool good = p ? err == 0 : err < 0 && err != WPP_E_NOMEM && place.offset <= m->size;
  if (p)
    walk (p);
  if (p && wpp_profile_by_stacks (p, &place))
    good = false;
  else if (p)
    walk (p);
  *accepted += p != NULL;
  wpp_profile_free (p);
  free (data);
  return good && now () - begun < MAX_SECONDS;
}

static int
usage (void)
{
  fprintf (stderr, "usage: mutate-profile PROFILE N [SEED [NAME]]\n");
  return 2;
}

int
main (int argc, char **argv)
{
  if (argc < 3 || argc > 5)
    return usage ();
  unsigned long n = strtoul (argv[2], NULL, 10);
  uint64_t first = argc > 3 ? strtoull (argv[3], NULL, 10) : 1;
  size_t size = 0;
  unsigned char *seed = mutate_read_file (argv[1], &size);
  struct mutant m = { .room = 2 * size + 4096 };
  unsigned accepted = 0;
  m.data = malloc (m.room);
  if (!seed || !m.data)
    {
      fprintf (stderr, "mutate-profile: cannot read %s\n", argv[1]);
      return 2;
    }
  for (unsigned long i = 0; i < n; i++)
    {
      mutate_begin (first + i);
      mutate (&m, seed, size);
      unsigned before = accepted;
      CHECK_QUIET (try_mutant (&m, &accepted), "mutant of seed %llu",
                   (unsigned long long)(first + i));
      if (argc > 4 && accepted > before && (m.size != size || memcmp (m.data, seed, size)))
        CHECK_QUIET (mutate_write_file (argv[4], first + i, m.data, m.size), "%s of seed %llu is written", argv[4],
                     (unsigned long long)(first + i));
    }
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  printf ("%lu mutants, %u of them accepted; %ld MiB at most\n", n, accepted,
          usage.ru_maxrss / 1024);
  CHECK (unit_failures == 0 && n > 0, "%lu mutants of %s", n, argv[1]);
  free (m.data);
  free (seed);
  return unit_done ();
}
