/* Unit tests of drafts (analysis/grammar/coding/draft.h, packed.h): what was put in comes out, damage is found or
   harmless, and drafts of which a few bytes stand for much cost no more than files are long for.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "grammar/coding/draft.h"
#include "grammar/coding/packed.h"
#include "format/profile-file.h"
#include "grammar/sequitur/phrases.h"
#include "unit.h"

#define MOST_SECONDS 6             /* of CPU for what may take a second */
#define FAR 400000u                /* numbers, of which a copy is packed in few bytes */

/* ---- Streams.  */

/* N numbers of all sizes; from FAR on, most of them are the ones that were FAR before.  */
static uint32_t *
make_numbers (uint32_t n, uint64_t *rng)
{
  uint32_t *numbers = malloc (n * sizeof *numbers);
  for (uint32_t i = 0; i < n; i++)
    numbers[i] = i >= FAR && i % 1000 ? numbers[i - FAR]
                                      : (uint32_t)(unit_random (rng) >> (32 + unit_random (rng) % 32));
  return numbers;
}

/* Pack NUMBERS [N] as the stream STREAM after OUT; flush after each FLUSH of them.  */
static void
pack (const uint32_t *numbers, uint32_t n, uint32_t flush, unsigned stream, struct wpp_buffer *out)
{
  struct wpp_packer *p = calloc (1, sizeof *p);
  int err = wpp_packer_begin (p, stream, WPP_PACKED_WINDOW);
  for (uint32_t i = 0; i < n && !err; i++)
    {
      if (!(err = wpp_packed_reserve (out, 1)))
        wpp_packer_make_room (p, 1, out);
      wpp_packer_put (p, numbers[i]);
      if ((i + 1) % flush == 0)
        wpp_packer_flush (p, out);
    }
  err = err ? err : wpp_packed_reserve (out, 1);
  wpp_packer_flush (p, out);
  CHECK_QUIET (!err, "packing");
  wpp_packer_release (p);
  free (p);
}

/* Are the first N numbers of the stream STREAM in B NUMBERS, and no others after them?  */
static bool
unpacks_p (const struct wpp_buffer *b, unsigned stream, const uint32_t *numbers, uint32_t n)
{
  struct wpp_unpacker *u = calloc (1, sizeof *u);
  bool same = wpp_packed_p (b->data, b->size, 2) && !wpp_unpacker_begin (u, stream, b->data, b->size);
  for (uint32_t i = 0; i < n && same; i++)
    same = wpp_unpacker_get (u) == numbers[i] && !u->err;
  same = same && wpp_unpacker_end_p (u) && wpp_unpacker_get (u) == 0 && u->err;
  wpp_unpacker_release (u);
  free (u);
  return same;
}

static void
test_streams (void)
{
  enum { N = 2000000 };
  static const uint32_t flushes[] = { N + 1, N, 100000, 7777 };
  uint64_t rng = 5;
  uint32_t *a = make_numbers (N, &rng), *b = make_numbers (N / 10, &rng);
  size_t least = SIZE_MAX;
  for (unsigned i = 0; i < sizeof flushes / sizeof *flushes; i++)
    {
      struct wpp_buffer out = { 0 };
      pack (b, N / 10, flushes[i], 1, &out);
      pack (a, N, flushes[i], 0, &out);
      CHECK (unpacks_p (&out, 0, a, N) && unpacks_p (&out, 1, b, N / 10), "two streams, flushed after each %u numbers",
             flushes[i]);
      CHECK_QUIET (!wpp_packed_p (out.data, out.size, 1) && !wpp_packed_p (out.data, out.size - 1, 2), "parts");
      least = out.size < least ? out.size : least;
      wpp_buffer_release (&out);
    }
  CHECK (least < N * 3 / 2, "what repeats far away is found: %zu bytes", least);
  free (a);
  free (b);
}

/* ---- Drafts of phrases.  */

/* The phrase NUMBER, of N letters that are its digits; no two in a row are equal.  */
static struct phrase
make_phrase (uint32_t number, uint32_t n, struct letter *letters)
{
  for (uint32_t i = 0; i < n; i++, number /= 16)
    letters[i] = (struct letter){ 256 + number % 16 + 16 * (i % 2), 1 };
  return (struct phrase){ letters, n };
}

#define LETTERS_EACH 6u

/* The draft of the phrases NUMBERS [N], where a new one has the next number.  */
static void
make_draft (const uint32_t *numbers, uint32_t n, struct wpp_buffer *b)
{
  struct letter letters[LETTERS_EACH], first = { 256, 1 };
  struct wpp_draft *d = wpp_draft_new (true);
  uint32_t distinct = 0, done;
  int err = wpp_draft_put_first (d, first);
  for (uint32_t i = 0; i < n && !err; i++)
    {
      struct phrase fresh = make_phrase (numbers[i], LETTERS_EACH, letters);
      err = wpp_draft_put (d, &numbers[i], 1, &fresh, numbers[i], &done);
      distinct += numbers[i] == distinct;
    }
  *b = (struct wpp_buffer){ 0 };
  err = err ? err : wpp_draft_finish (d, NULL, 0, &b->data, &b->size);
  CHECK_QUIET (!err, "a draft of %u phrases", n);
  wpp_draft_free (d);
}

static double
seconds (void)
{
  return (double)clock () / CLOCKS_PER_SEC;
}

/* Make the grammar of the draft B, of LENGTH events, which takes the time that its file may.  */
static void
check_cost (const char *what, const struct wpp_buffer *b, uint64_t length)
{
  uint64_t work = wpp_draft_work (b->data, b->size);
  double start = seconds (), took;
  int err = 0;
  struct wpp_grammar *g = wpp_draft_grammar (b->data, b->size, &err);
  took = seconds () - start;
  CHECK (g && g->length[0] == length, "%s: %zu bytes, work %llu, %llu events", what, b->size, (unsigned long long)work,
         (unsigned long long)length);
  CHECK_QUIET (took <= MOST_SECONDS * (0.5 + work / 4e6), "%s: %.1f seconds for work %llu", what, took,
               (unsigned long long)work);
  wpp_grammar_free (g);
}

/* Fill NUMBERS [N] with the numbers below DISTINCT, three times as many of them at random, and pieces of the latter, of
   PIECE numbers each, from anywhere.  */
static void
fill (uint32_t *numbers, uint32_t n, uint32_t distinct, uint32_t piece, uint64_t *rng)
{
  uint32_t *random = numbers + distinct, from = 0;
  for (uint32_t i = 0; i < 4 * distinct; i++)
    numbers[i] = i < distinct ? i : unit_random (rng) % distinct;
  for (uint32_t i = 0; i < n - 4 * distinct; i++, from++)
    {
      if (i % piece == 0)
        from = piece < n ? unit_random (rng) % (3 * distinct) : 0;
      random[3 * distinct + i] = random[from % (3 * distinct)];
    }
}

static void
test_costs (void)
{
  enum { N = 1500000 };
  static const struct { const char *what; uint32_t distinct, piece; } ways[] = {
    { "one phrase", 1, N }, { "two phrases in pieces", 2, 100 }, { "a sequence again and again", 20000, N },
    { "pieces of 1000", 20000, 1000 }, { "pieces of 100", 20000, 100 }, { "pieces of 10", 20000, 10 },
  };
  uint32_t *numbers = malloc (N * sizeof *numbers);
  uint64_t rng = 6;
  for (unsigned i = 0; i < sizeof ways / sizeof *ways; i++)
    {
      struct wpp_buffer b;
      fill (numbers, N, ways[i].distinct, ways[i].piece, &rng);
      make_draft (numbers, N, &b);
      check_cost (ways[i].what, &b, 1 + (uint64_t)N * LETTERS_EACH);
      wpp_buffer_release (&b);
    }
  free (numbers);
}

/* ---- Damage, and what nobody would write.  */

/* Read all of the draft B.  */
static int
read_all (const struct wpp_buffer *b)
{
  int err = 0;
  bool cheap = wpp_draft_work (b->data, b->size) <= WPP_WORK_FREE;
  struct wpp_grammar *g = cheap ? wpp_draft_grammar (b->data, b->size, &err) : NULL;
  wpp_grammar_free (g);
  return g ? 0 : err ? err : WPP_E_CORRUPT;
}

static void
test_damage (void)
{
  enum { N = 3000, TIMES = 2000 };
  uint32_t numbers[N];
  struct wpp_buffer b;
  uint64_t rng = 7;
  unsigned found = 0, other = 0;
  fill (numbers, N, 500, 20, &rng);
  make_draft (numbers, N, &b);
  CHECK (!read_all (&b), "a draft is read");
  for (unsigned i = 0; i < TIMES; i++)
    {
      unsigned char *byte = b.data + unit_random (&rng) % b.size, was = *byte;
      *byte ^= 1u << unit_random (&rng) % 8;
      int err = read_all (&b);
      found += err == WPP_E_CORRUPT;
      other += err && err != WPP_E_CORRUPT;
      *byte = was;
    }
  CHECK (found > TIMES / 4 && !other, "a changed bit: %u of %u times an error, none but that it is damaged", found,
         TIMES);
  size_t all = b.size;
  for (b.size = 1; b.size < all && read_all (&b) == WPP_E_CORRUPT; b.size++)
    continue;
  CHECK (b.size == all, "no part of a draft is one");
  wpp_buffer_release (&b);
}

/* Append the part BYTES [N] of the stream of numbers.  */
static void
put_part (struct wpp_buffer *b, const void *bytes, uint32_t n)
{
  wpp_put_u32 (b, n << 2);
  wpp_put_bytes (b, bytes, n);
}

/* Put counts after B: PHRASES, one of them distinct.  */
static void
put_counts (struct wpp_buffer *b, uint64_t phrases)
{
  size_t begin = b->size;
  const uint64_t counts[] = { 0, phrases, 1, 1, 1, 0 };
  for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++)
    wpp_put_leb (b, counts[i]);
  wpp_put_u32 (b, b->size - begin);
}

/* A forged draft: N frames HEAD [HEAD_SIZE], and counts of PHRASES.  That it is damaged is found in the time that its
   file may take.  */
static void
check_forged (const char *what, const void *head, size_t head_size, unsigned n, uint64_t phrases)
{
  struct wpp_buffer b = { 0 };
  wpp_put_u8 (&b, 64);
  for (unsigned i = 0; i < n; i++)
    put_part (&b, head, head_size);
  put_counts (&b, phrases);
  double start = seconds ();
  int err = 0;
  struct wpp_grammar *g = wpp_draft_grammar (b.data, b.size, &err);
  double took = seconds () - start;
  CHECK (!g && err == WPP_E_CORRUPT, "%s: %zu bytes are no draft", what, b.size);
  CHECK_QUIET (took <= MOST_SECONDS * (0.5 + b.size / 1e6), "%s: %.1f seconds", what, took);
  wpp_grammar_free (g);
  CHECK_QUIET (!wpp_draft_bag (b.data, b.size, &err) && err == WPP_E_CORRUPT, "%s: no events either", what);
  wpp_buffer_release (&b);
}

/* What is wrong with the draft of the phrase LETTERS [N], twice.  */
static int
fault_of (bool exponents, const struct letter *letters, uint32_t n)
{
  static const uint32_t numbers[] = { 0, 0 };
  struct phrase phrase = { letters, n };
  struct wpp_buffer b = { 0 };
  uint32_t done;
  struct wpp_draft *d = wpp_draft_new (exponents);
  int err = wpp_draft_put (d, numbers, 2, &phrase, 0, &done);
  CHECK_QUIET (!err && !wpp_draft_finish (d, letters, n, &b.data, &b.size), "a draft of one phrase");
  wpp_draft_free (d);
  err = read_all (&b);
  wpp_buffer_release (&b);
  return err;
}

/* SEQUITUR relies on equal events in a row being one letter.  */
static void
test_letters (void)
{
  static const struct letter runs[] = { { 256, 2 }, { 257, 1 }, { 256, 3 } };
  static const struct letter equal[] = { { 256, 1 }, { 257, 1 }, { 257, 2 } };
  CHECK (!fault_of (true, runs, 3) && fault_of (true, equal, 3) == WPP_E_CORRUPT, "equal letters in a row are refused");
  CHECK (!fault_of (false, runs + 1, 1) && fault_of (false, runs, 3) == WPP_E_CORRUPT && !fault_of (false, equal, 2),
         "exponents are refused where a grammar has none");
}

/* A draft of the phrases NUMBERS [N], of which FRESH are the new ones, and LAST [N_LAST].  */
static struct wpp_buffer
draft_of (const uint32_t *numbers, uint32_t n, const struct phrase *fresh, const struct letter *last, uint32_t n_last)
{
  struct wpp_buffer b = { 0 };
  uint32_t done;
  struct wpp_draft *d = wpp_draft_new (true);
  int err = wpp_draft_put_first (d, (struct letter){ 300, 7 });
  if (!err)
    err = wpp_draft_put (d, numbers, n, fresh, 0, &done);
  CHECK_QUIET (!err && !wpp_draft_finish (d, last, n_last, &b.data, &b.size), "a draft");
  wpp_draft_free (d);
  return b;
}

/* How often EVENT is in G.  */
static uint64_t
times_in (const struct wpp_grammar *g, uint32_t event)
{
  uint64_t *counts = calloc (g->n_terminals + 1, sizeof *counts), n = 0;
  wpp_grammar_terminal_counts (g, counts);
  for (uint32_t t = 0; t < g->n_terminals; t++)
    n += g->terminals[t] == event ? counts[t] : 0;
  free (counts);
  return n;
}

/* What a draft has, without order, is what its grammar has; also where 32 bits do not hold it.  */
static void
test_bag (void)
{
  static const struct letter one[] = { { 256, 2 }, { 257, UINT32_MAX } }, two[] = { { 258, 1 }, { 256, UINT32_MAX } };
  static const struct phrase fresh[] = { { one, 2 }, { two, 2 } };
  static const uint32_t numbers[] = { 0, 1, 0, 0 };
  static const struct letter last[] = { { 257, 3 }, { 259, UINT32_MAX } };
  struct wpp_buffer b = draft_of (numbers, 4, fresh, last, 2);
  int err = 0;
  struct wpp_grammar *g = wpp_draft_grammar (b.data, b.size, &err), *bag = wpp_draft_bag (b.data, b.size, &err);
  CHECK (g && bag && g->length[0] == bag->length[0] && g->n_terminals == bag->n_terminals, "as many events, as many kinds");
  for (uint32_t event = 256; event <= 300 && g && bag; event++)
    CHECK_QUIET (times_in (g, event) == times_in (bag, event), "event %u", event);
  CHECK (bag && times_in (bag, 257) == 3 * (uint64_t)UINT32_MAX + 3 && times_in (bag, 259) == UINT32_MAX, "exact counts");
  wpp_grammar_free (g);
  wpp_grammar_free (bag);
  wpp_buffer_release (&b);
}

static void
test_forged (void)
{
  /* Frames with a window of 2^25 bytes, empty; of one block of 2^17 bytes 0x80, of which no number comes; of 2^17
     numbers that are new phrases; and one with a window of 2^26 (RFC 8878, section 3.1.1).  */
  static const unsigned char empty[] = { 0x28, 0xb5, 0x2f, 0xfd, 0, 15 << 3, 1, 0, 0 };
  static const unsigned char endless[] = { 0x28, 0xb5, 0x2f, 0xfd, 0, 15 << 3, 3, 0, 16, 0x80 };
  static const unsigned char zeros[] = { 0x28, 0xb5, 0x2f, 0xfd, 0, 15 << 3, 3, 0, 16, 0 };
  static const unsigned char wide[] = { 0x28, 0xb5, 0x2f, 0xfd, 0, 16 << 3, 3, 0, 16, 0 };
  check_forged ("empty frames", empty, sizeof empty, 80000, 1 << 20);
  check_forged ("an endless number", endless, sizeof endless, 70000, 1 << 20);
  check_forged ("new phrases", zeros, sizeof zeros, 70000, 1 << 20);
  check_forged ("a window too big", wide, sizeof wide, 1, 1);
  check_forged ("no streams", "", 0, 0, UINT64_MAX);
}

int
main (void)
{
  test_streams ();
  test_costs ();
  test_damage ();
  test_letters ();
  test_bag ();
  test_forged ();
  return unit_done ();
}
