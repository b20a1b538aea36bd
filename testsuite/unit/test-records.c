/* Records of values: from words, as chunks of bytes, and in profiles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "format/value-table.h"
#include "recording/values/records.h"
#include "unit.h"

#define N 100000

static uint64_t state = 7;

static struct wpp_value_record
some_record (uint64_t *ordinal)
{
  *ordinal += unit_below (&state, 3) ? 0 : unit_below (&state, 1000);
  uint32_t truth = unit_below (&state, 4) ? 0 : WPP_VALUE_TRUTH;
  return (struct wpp_value_record){ unit_below (&state, WPP_VALUE_IDS) | truth, *ordinal,
                                    unit_random (&state) >> unit_below (&state, 64) };
}

static bool
same_p (struct wpp_value_record a, struct wpp_value_record b)
{
  return a.id == b.id && a.ordinal == b.ordinal && a.value == b.value;
}

/* Do the words of R, taken alone or with a whole record OTHER in the middle, give R?  */
static bool
splits_p (struct wpp_value_record r, const struct wpp_value_record *other)
{
  struct wpp_value_splitter s = { 0 };
  struct wpp_value_record got = { 0 }, inner = { 0 };
  const unsigned char *block;
  uint32_t truth = r.id & WPP_VALUE_TRUTH;
  bool ok = !wpp_value_split (&s, wpp_value_head (r.id & ~truth, r.value, truth), &got, &block);
  for (unsigned i = 0; i < wpp_value_payload_words (r.value); i++)
    {
      if (i == 1 && other)
        ok &= splits_p (*other, NULL) && !wpp_value_split (&s, wpp_value_head (other->id, 5, 0), &inner, &block)
              && wpp_value_split (&s, wpp_value_payload (5, 0), &inner, &block) && inner.id == other->id
              && inner.value == 5;
      ok &= wpp_value_split (&s, wpp_value_payload (r.value, i), &got,
                             &block) == (i + 1 == wpp_value_payload_words (r.value));
    }
  return ok && got.id == r.id && got.value == r.value && !block && !s.bad && !s.depth;
}

/* Do the words of a block of N bytes give it, alone or with the record OTHER in the middle?  */
static bool
splits_block_p (unsigned n, const struct wpp_value_record *other)
{
  struct wpp_value_splitter s = { 0 };
  struct wpp_value_record got = { 0 };
  const unsigned char *block = NULL;
  unsigned char bytes[WPP_BLOCK_BYTES + 8] = { 0 };
  bool ok = !wpp_value_split (&s, WPP_VALUE_WORD | WPP_VALUE_BLOCK | 77, &got, &block)
            && !wpp_value_split (&s, WPP_VALUE_PAYLOAD | 123456, &got, &block)
            && !wpp_value_split (&s, WPP_VALUE_PAYLOAD | n, &got, &block);
  for (unsigned i = 0; i < n; i++)
    bytes[i] = unit_random (&state);
  for (unsigned bit = 0; bit < 8 * n; bit += WPP_VALUE_PAYLOAD_BITS)
    {
      uint64_t word;
      memcpy (&word, bytes + bit / 8, sizeof word);
      if (bit == 60 && other)
        ok &= splits_p (*other, NULL) && !wpp_value_split (&s, wpp_value_head (5, 6, 0), &got, &block)
              && wpp_value_split (&s, wpp_value_payload (6, 0), &got, &block) && got.id == 5 && !block;
      ok &= wpp_value_split (&s, wpp_value_payload (word >> bit % 8, 0), &got, &block)
            == (bit + WPP_VALUE_PAYLOAD_BITS >= 8 * n);
    }
  return ok && got.id == 77 && got.value == wpp_value_block (123456, n) && block && !memcmp (block, bytes, n) && !s.bad
         && !s.depth;
}

static void
test_blocks (void)
{
  uint64_t ordinal = 0;
  bool ok = true;
  for (unsigned n = 1; n <= WPP_BLOCK_BYTES; n++)
    {
      struct wpp_value_record other = some_record (&ordinal);
      ok &= splits_block_p (n, NULL) && splits_block_p (n, &other);
    }
  CHECK (ok, "words are blocks again");
  static const unsigned bad[] = { 0, WPP_BLOCK_BYTES + 1, 100000 };
  for (unsigned i = 0; i < 3; i++)
    {
      struct wpp_value_splitter s = { 0 };
      struct wpp_value_record r;
      const unsigned char *block;
      wpp_value_split (&s, WPP_VALUE_WORD | WPP_VALUE_BLOCK | 77, &r, &block);
      wpp_value_split (&s, WPP_VALUE_PAYLOAD | 5, &r, &block);
      CHECK (!wpp_value_split (&s, WPP_VALUE_PAYLOAD | bad[i], &r, &block) && s.bad == 1 && !s.depth,
             "a block of %u bytes is none", bad[i]);
    }
}

/* Do the words of R give R at once, where they are whole, no other is in their middle, and none is open?  */
static bool
splits_whole_p (struct wpp_value_record r)
{
  struct wpp_value_splitter s = { 0 };
  struct wpp_value_record got;
  uint32_t truth = r.id & WPP_VALUE_TRUTH, words[6] = { wpp_value_head (r.id & ~truth, r.value, truth) };
  unsigned n = wpp_value_payload_words (r.value);
  for (unsigned i = 0; i < n; i++)
    words[1 + i] = wpp_value_payload (r.value, i);
  words[1 + n] = 300;
  bool ok = wpp_value_split_whole (&s, words, n + 2, &got) == n + 1 && got.id == r.id && got.value == r.value;
  ok &= !wpp_value_split_whole (&s, words, n, &got) && !wpp_value_split_whole (&s, words + 1, n + 1, &got);
  words[n] = 300;
  ok &= !wpp_value_split_whole (&s, words, n + 2, &got);
  const unsigned char *block;
  wpp_value_split (&s, words[0], &got, &block);
  return ok && !wpp_value_split_whole (&s, words, n + 2, &got);
}

static void
test_words (void)
{
  uint64_t ordinal = 0;
  bool ok = true;
  struct wpp_value_record r;
  const unsigned char *block;
  for (int i = 0; i < 10000; i++)
    {
      struct wpp_value_record a = some_record (&ordinal), b = some_record (&ordinal);
      b.id &= WPP_VALUE_IDS - 1;
      ok &= splits_p (a, &b) && splits_whole_p (a);
    }
  CHECK (ok, "words are records again, also where others come between them");
  struct wpp_value_splitter s = { 0 };
  CHECK (!wpp_value_split (&s, WPP_VALUE_PAYLOAD | 1, &r, &block) && s.bad == 1,
         "a payload without a head is no record");
  for (int i = 0; i < 1000; i++)
    wpp_value_split (&s, wpp_value_head (i, 1, 0), &r, &block);
  CHECK (wpp_value_split (&s, WPP_VALUE_PAYLOAD | 1, &r, &block) && r.id == 999, "heads without end are given up");
}

/* All records of B, chunks one after the other that end at ENDS [N_CHUNKS], are RECORDS.  */
static bool
decodes_p (const struct wpp_buffer *b, const size_t *ends, size_t n_chunks, const struct wpp_value_record *records)
{
  struct wpp_value_decoder *d = wpp_value_decoder_new ();
  bool ok = d != NULL;
  size_t k = 0, at = 0;
  for (size_t i = 0; i < n_chunks && ok; at = ends[i++])
    {
      const struct wpp_value_record *got;
      uint32_t n;
      ok = wpp_value_decode (d, b->data + at, ends[i] - at, &got, &n) == 0
           && n == wpp_value_chunk_count (b->data + at, ends[i] - at);
      for (uint32_t j = 0; j < n && ok; j++)
        ok = k < N && same_p (got[j], records[k++]);
    }
  wpp_value_decoder_free (d);
  return ok && k == N;
}

/* Every damage of the chunk DATA [SIZE] is an error, or other records; at least LEAST of 2000 are errors.  */
static void
test_damage (unsigned char *data, size_t size, int least)
{
  struct wpp_value_decoder *d = wpp_value_decoder_new ();
  const struct wpp_value_record *got;
  uint32_t n;
  int errors = 0;
  for (int i = 0; i < 2000; i++)
    {
      size_t at = i < 40 ? (size_t)i : unit_below (&state, size);
      unsigned char was = data[at];
      data[at] ^= 1 + unit_below (&state, 255);
      errors += wpp_value_decode (d, data, size, &got, &n) != 0;
      data[at] = was;
    }
  for (size_t cut = 0; cut < size; cut += 1 + cut / 4)
    CHECK_QUIET (wpp_value_decode (d, data, cut, &got, &n) != 0, "a chunk cut off at %zu is an error", cut);
  wpp_value_decoder_free (d);
  CHECK (errors > least, "%d damages of a chunk are found", errors);
}

/* Add a record, of a block now and then if BLOCKS, to C and, as readers get it, to RECORDS [*N].  Return whether a
   chunk is full.  */
static bool
add_some (struct wpp_value_coder *c, bool blocks, struct wpp_value_record *records, size_t *n, uint64_t *ordinal)
{
  struct wpp_value_record r = some_record (ordinal);
  unsigned char bytes[WPP_BLOCK_BYTES + 8] = { 0 };
  uint32_t size
      = blocks && !unit_below (&state, 20) && *n + WPP_BLOCK_RECORDS < N ? 1 + unit_below (&state, WPP_BLOCK_BYTES) : 0;
  if (size)
    r.value = wpp_value_block (unit_below (&state, WPP_TABLE_BYTES), size);
  records[(*n)++] = r;
  for (uint32_t i = 0; i < size; i++)
    bytes[i] = unit_random (&state);
  for (uint32_t i = 0; i < size; i += 8)
    {
      struct wpp_value_record eight = r;
      memcpy (&eight.value, bytes + i, 8);
      records[(*n)++] = eight;
    }
  return wpp_value_coder_add (c, r, size ? bytes : NULL);
}

static void
test_chunks (bool blocks)
{
  struct wpp_value_coder *c = wpp_value_coder_new ();
  struct wpp_value_record *records = malloc (N * sizeof *records);
  struct wpp_buffer b = { 0 };
  size_t ends[8], n_chunks = 0, n = 0;
  uint64_t ordinal = 0;
  for (bool first = true; n < N;)
    if (add_some (c, blocks, records, &n, &ordinal) || (first && n > 1000))
      {
        first = false;
        CHECK (wpp_value_coder_take (c, &b) == 0, "a chunk");
        ends[n_chunks++] = b.size;
      }
  wpp_value_coder_take (c, &b);
  ends[n_chunks++] = b.size;
  CHECK (n_chunks == 3 && decodes_p (&b, ends, n_chunks, records), "chunks are the records again");
  /* Of most bytes of blocks any value is right.  */
  test_damage (b.data, ends[0], blocks ? 300 : 1000);
  wpp_value_coder_free (c);
  wpp_buffer_release (&b);
  free (records);
}

int
main (void)
{
  test_words ();
  test_blocks ();
  test_chunks (false);
  test_chunks (true);
  return unit_done ();
}
