/* Damaged profiles that pass the check of the frame.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "grammar/coding/draft.h"
#include "mend.h"
#include "mend-traces.h"
#include "recording/profile/profile.h"
#include "grammar/sequitur/phrases.h"
#include "base/saturate.h"

#define HEADER_SIZE 16
#define SECTION_HEADER_SIZE 24
#define END_ROOM 64 /* more than an END section takes */

static void
put_checksum (unsigned char *header, uint64_t size)
{
  wpp_store_u64 (header + 16, XXH3_64bits_withSeed (header + SECTION_HEADER_SIZE, size,
                                                    wpp_load_u64 (header)));
}

/* The events of the section at HEADER, whose size is right; 0 when nobody knows.  */
static uint64_t
count_events (const unsigned char *header)
{
  int err;
  uint64_t size = wpp_load_u64 (header + 8), n = 0;
  if (!memcmp (header, "RAWE", 4))
    return size / 4;
  const unsigned char *bytes = header + SECTION_HEADER_SIZE;
  bool draft = !memcmp (header, "DRFT", 4) && wpp_draft_p (bytes, size)
               && wpp_draft_work (bytes, size) <= WPP_WORK_FREE;
  struct wpp_grammar *g
    = draft || !memcmp (header, "GRAM", 4) ? wpp_phrases_decode (bytes, size, &err) : NULL;
  if (g)
    n = g->length[0];
  wpp_grammar_free (g);
  return n;
}

/* Make the THRD section at HEADER say that there are N events, when its number has room for them:
   LEB128 may be longer than it need be.  */
static void
put_events (unsigned char *header, uint64_t n)
{
  unsigned char *at = header + SECTION_HEADER_SIZE, *end = at + wpp_load_u64 (header + 8);
  while (at < end && *at & 128)
    at++;
  unsigned char *first = ++at;
  while (at < end && *at & 128)
    at++;
  if (at >= end || (at - first < 9 && n >> 7 * (at - first + 1)))
    return;
  for (; first < at; first++, n >>= 7)
    *first = 128 | n;
  *first = n & 127;
  put_checksum (header, wpp_load_u64 (header + 8));
}

/* Make the section at HEADER, which has LEFT bytes, right; return its size with padding.  */
static size_t
mend_section (unsigned char *header, size_t left)
{
  uint64_t size = wpp_load_u64 (header + 8);
  left -= SECTION_HEADER_SIZE;
  if (size > left || (-size & 7) > left - size)
    size = left & ~UINT64_C (7);
  wpp_store_u64 (header + 8, size);
  put_checksum (header, size);
  memset (header + SECTION_HEADER_SIZE + size, 0, -size & 7);
  return SECTION_HEADER_SIZE + size + (-size & 7);
}

/* An END section for N sections at AT; return its size.  */
static size_t
put_end (unsigned char *header, uint64_t n, size_t at)
{
  struct wpp_buffer end = { 0 };
  wpp_put_leb (&end, n);
  wpp_put_leb (&end, at);
  size_t size = end.failed ? 0 : end.size;
  memset (header, 0, END_ROOM);
  memcpy (header, "END ", 4);
  wpp_store_u64 (header + 8, size);
  if (size)
    memcpy (header + SECTION_HEADER_SIZE, end.data, size);
  put_checksum (header, size);
  wpp_buffer_release (&end);
  return SECTION_HEADER_SIZE + size + (-size & 7);
}

size_t
fuzz_mend_profile (unsigned char *data, size_t size, size_t room)
{
  size_t at = HEADER_SIZE;
  unsigned char *thread = NULL;
  uint64_t n = 0, events = 0;
  struct wpp_traces traces = { 0 };
  uint32_t *seen = NULL;
  if (size < HEADER_SIZE)
    return size;
  memcpy (data, WPP_PROFILE_MAGIC, 8);
  for (; size - at >= SECTION_HEADER_SIZE && memcmp (data + at, "END ", 4); n++)
    {
      unsigned char *header = data + at;
      at += mend_section (header, size - at);
      if (!memcmp (header, "THRD", 4))
        {
          thread = header;
          events = 0;
        }
      if (!memcmp (header, "TRAC", 4))
        {
          fuzz_mend_traces (header + SECTION_HEADER_SIZE, wpp_load_u64 (header + 8), &traces);
          put_checksum (header, wpp_load_u64 (header + 8));
          free (seen);
          seen = calloc (traces.n_functions + (size_t)1, sizeof *seen);
        }
      if (!memcmp (header, "CALL", 4) && seen)
        events = wpp_saturating_add (events, fuzz_count_calls (header + SECTION_HEADER_SIZE, wpp_load_u64 (header + 8),
                                                               &traces, seen));
      events = wpp_saturating_add (events, count_events (header));
      if (thread)
        put_events (thread, events);
    }
  wpp_traces_release (&traces);
  free (seen);
  return room - at < END_ROOM ? size : at + put_end (data + at, n, at);
}
