/* The events of a thread: one grammar, or several grammars one after the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The segments of a stream are in the order of their events.  Short runs have one, which is open until the thread
   ends.  Another segment begins when the grammar gets big: the finished grammar is coded while the next one is made,
   and small grammars fit caches better.  (For data that hardly repeats, a grammar in four parts has a tenth more
   symbols than one in a single part, and takes half the time.)  Another segment also begins when all grammars together
   exceed the memory limit; and after a hole (runtime/common/ring.h), where the segment before it stays open for the
   event that is still to come.

   Longer than 500 lines: all that becomes of a segment, from open to written, stands here.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "grammar/coding/codec.h"
#include "runtime/collect/collect.h"
#include "format/event.h"
#include "format/value-table.h"

#define RAW_EVENTS (1u << 18) /* events of a raw segment: 1 MiB */
/* Sizes are checked after each this many events of a stream, independent of the pieces in which the events come.  So a
   thread has the same segments in every run, unless memory is short.  */
#define LOOK_EVENTS (1u << 15)
#define SEGMENT_SYMBOLS (5u << 20)
#define COPIED_MOST (64u << 20) /* the largest open grammar, in bytes, that is copied in order to be written */
#define LEAST_MEMORY (4u << 20) /* bytes that grammars may always take */
#define GROWTH_BYTES (1u << 20) /* by which a thread's tables may grow between two checks */

static bool
raw_p (const struct stream *s)
{
  return s->collection->shared->options & WPP_OPTION_RAW;
}

static unsigned
sequitur_flags (const struct stream *s)
{
  uint32_t options = s->collection->shared->options;
  unsigned flags = options & WPP_OPTION_EXACT ? 0 : WPP_SEQUITUR_RETRACE;
  if (options & WPP_OPTION_EXPONENTS)
    flags |= WPP_SEQUITUR_EXPONENTS;
  if (options & WPP_OPTION_LATER)
    flags |= WPP_SEQUITUR_LATER;
  return flags;
}

static void
count_memory (struct stream *s)
{
  size_t memory = 0;
  for (size_t i = s->n_segments; i-- > 0;)
    if (s->segments[i].grammar)
      memory += wpp_phrases_memory (s->segments[i].grammar);
    else if (s->segments[i].coding)
      memory += s->segments[i].coding->memory;
    else if (s->segments[i].size)
      break; /* before the first coded segment, only held ones are open */
  s->collection->memory += memory - s->memory;
  s->memory = memory;
}

/* Begin a segment at the end of S.  Return it or null.  */
static struct segment *
new_segment (struct stream *s)
{
  if (WPP_EXTEND (s->segments, s->n_segments))
    return NULL;
  struct segment *g = &s->segments[s->n_segments];
  *g = (struct segment){ .began = s->collection->n_begun++ };
  if (s->collection->shared->keep && s->values)
    g->first_chunk = values_cut (s);
  if (raw_p (s))
    g->raw = malloc (RAW_EVENTS * sizeof *g->raw);
  else
    g->grammar = wpp_phrases_new (sequitur_flags (s));
  if (!g->raw && !g->grammar)
    return NULL;
  s->n_segments++;
  return g;
}

struct stream *
stream_new (struct collection *c, uint32_t index)
{
  struct stream *s = calloc (1, sizeof *s);
  if (!s || WPP_RESERVE (c->streams, c->streams_room, c->n_streams, 1))
    {
      free (s);
      collect_fail (c, "out of memory", 0);
      return NULL;
    }
  s->collection = c;
  s->index = index;
  c->streams[c->n_streams++] = s;
  return s;
}

static void
free_contents (struct segment *g)
{
  wpp_phrases_free (g->grammar);
  free (g->raw);
  g->grammar = NULL;
  g->raw = NULL;
}

/* Keep CODED [SIZE], malloc'ed, the code of G.  */
static void
keep (struct collection *c, struct segment *g, unsigned char *coded, size_t size)
{
  g->size = size;
  g->coded = spool_keep (c, coded, size, &g->offset);
}

/* The events of G, which is not open any more, cannot be kept: count them as lost, and put a gap in their place.  */
static void
lose (struct stream *s, struct segment *g)
{
  static const uint32_t gap = WPP_EVENT_GAP;
  struct wpp_phrases *grammar = wpp_phrases_new (0);
  unsigned char *coded;
  size_t size;
  uint64_t none;
  int err = grammar ? wpp_phrases_append (grammar, &gap, 1, NULL) : WPP_E_NOMEM;

  s->lost += g->n_events;
  s->n_events -= g->n_events;
  g->n_events = 0;
  if (err)
    wpp_phrases_free (grammar);
  else
    err = wpp_phrases_finish (grammar, &coded, &size, &none);
  if (!err)
    {
      keep (s->collection, g, coded, size);
      s->n_events += g->n_events = 1;
    }
  else
    s->gap = true;
}

/* Keep CODED [SIZE], the code of G, which has a gap in the place of the last LOST of its events; or, when there is none
   because of ERR, count all of them as lost.  */
static void
keep_or_lose (struct stream *s, struct segment *g, int err, unsigned char *coded, size_t size, uint64_t lost)
{
  if (err)
    {
      lose (s, g);
      return;
    }
  s->lost += lost;
  s->n_events -= lost - (lost > 0);
  g->n_events -= lost - (lost > 0);
  keep (s->collection, g, coded, size);
}

/* Wait until G is coded, and keep its code.  */
static void
take_coded (struct stream *s, struct segment *g)
{
  unsigned char *coded = NULL;
  size_t size = 0;
  uint64_t lost = 0;
  int err = coding_end (g->coding, &coded, &size, &lost);
  g->coding = NULL;
  s->n_coding--;
  keep_or_lose (s, g, err, coded, size, lost);
}

/* Keep the codes of S's segments that have been coded; if WAIT, wait for those that are being coded.  Return whether
   there were any.  */
static bool
take_all_coded (struct stream *s, bool wait)
{
  size_t before = s->n_coding;
  for (size_t i = s->n_segments; i-- > 0 && s->n_coding;)
    if (s->segments[i].coding && (wait || coding_done_p (s->segments[i].coding)))
      take_coded (s, &s->segments[i]);
  return s->n_coding < before;
}

/* Close segment G of S.  If its events cannot be kept, count them as lost.  */
static void
close_segment (struct stream *s, struct segment *g)
{
  unsigned char *coded = (unsigned char *) g->raw;
  size_t size = g->n_events * sizeof *g->raw;
  uint64_t lost = 0;
  int err = 0;
  if (g->grammar && g->n_events)
    {
      err = wpp_phrases_finish (g->grammar, &coded, &size, &lost);
      g->grammar = NULL;
    }
  g->raw = NULL;
  free_contents (g);
  if (err || g->n_events)
    keep_or_lose (s, g, err, coded, size, lost);
  else
    free (coded);
}

/* Finish segment G of S; it is coded in the background.  */
static void
finish_segment (struct stream *s, struct segment *g)
{
  g->coding = coding_start (g->grammar);
  if (g->coding)
    {
      g->grammar = NULL;
      s->n_coding++;
    }
  else
    close_segment (s, g);
}

/* The open segment that takes new events, or null when there is no memory.  */
static struct segment *
current_segment (struct stream *s)
{
  struct segment *g = s->n_segments ? &s->segments[s->n_segments - 1] : NULL;
  if (!g || g->held || (!g->raw && !g->grammar))
    g = new_segment (s);
  return g;
}

/* Append EVENTS [N] to G; return the number of events that were taken.  */
static size_t
append_to (struct segment *g, const uint32_t *events, size_t n)
{
  size_t done = 0;
  if (g->grammar)
    {
      if (wpp_phrases_append (g->grammar, events, n, &done) == 0)
        done = n;
    }
  else if (g->raw)
    for (; done < n && g->n_events + done < RAW_EVENTS; done++)
      g->raw[g->n_events + done] = events[done];
  g->n_events += done;
  return done;
}

/* Wait until everything that is being coded is done.  */
static void
take_coded_of_all (struct collection *c)
{
  for (size_t i = 0; i < c->n_streams; i++)
    if (take_all_coded (c->streams[i], true))
      count_memory (c->streams[i]);
}

/* Close the biggest grammar.  Return false when there is none.  */
static bool
close_biggest (struct collection *c)
{
  struct stream *biggest = NULL;
  for (size_t i = 0; i < c->n_streams; i++)
    if (!biggest || c->streams[i]->memory > biggest->memory)
      biggest = c->streams[i];
  struct segment *g = biggest && biggest->memory ? current_segment (biggest) : NULL;
  if (!g || g->n_events == 0)
    return false;
  close_segment (biggest, g);
  count_memory (biggest);
  return true;
}

/* The bytes that all grammars may take: the limit minus what threads always take, but at least half of the limit.  */
static size_t
grammars_most (const struct collection *c)
{
  uint32_t n = slots_used (c), mapped = n < RINGS_MAPPED ? n : RINGS_MAPPED;
  size_t most = c->memory_most, threads = mapped * WPP_RING_BYTES + (size_t) n * GROWTH_BYTES;
  return threads < most / 2 ? most - threads : most / 2;
}

/* If all grammars together take too much, wait for those that are finished, and then close the biggest ones as long as
   that is necessary.  */
static void
limit_memory (struct collection *c)
{
  size_t most = grammars_most (c);
  if (c->memory > most)
    take_coded_of_all (c);
  while (c->memory > most && close_biggest (c))
    continue;
}

/* There was no memory for a grammar of S: limit all grammars to half of what they take now.  */
static void
learn_limit (struct stream *s)
{
  struct collection *c = s->collection;
  count_memory (s);
  size_t most = c->memory / 2 > LEAST_MEMORY ? c->memory / 2 : LEAST_MEMORY;
  if (c->memory_most > most)
    c->memory_most = most;
}

/* There is no memory for more events of S: free some.  Return false when there is none to free.  */
static bool
relieve (struct stream *s)
{
  struct collection *c = s->collection;
  count_memory (s);
  size_t before = c->memory;
  take_coded_of_all (c);
  return c->memory < before || close_biggest (c);
}

/* Check the size of S and of all grammars.  G is the open segment.  */
static void
look (struct stream *s, struct segment *g)
{
  bool exact = s->collection->shared->options & WPP_OPTION_EXACT;
  take_all_coded (s, false);
  if (!exact && wpp_phrases_symbols (g->grammar) >= SEGMENT_SYMBOLS)
    finish_segment (s, g);
  count_memory (s);
  limit_memory (s->collection);
}

/* The number of events, at most N, that may be appended before the next check.  */
static size_t
until_look (const struct stream *s, size_t n)
{
  size_t left = LOOK_EVENTS - s->n_events % LOOK_EVENTS;
  return n < left ? n : left;
}

/* Append EVENTS [N] to S; return the number of events that were not taken.  */
static size_t
append (struct stream *s, const uint32_t *events, size_t n)
{
  while (n)
    {
      struct segment *g = current_segment (s);
      size_t part = until_look (s, n), done = g ? append_to (g, events, part) : 0;
      s->n_events += done;
      events += done;
      n -= done;
      if (done == part && s->n_events % LOOK_EVENTS == 0 && g && g->grammar)
        {
          look (s, g);
          if (s->collection->shared->keep)
            keep_look (s);
        }
      if (done == part)
        continue;
      bool empty = !g || g->n_events == 0;
      if (g && g->grammar)
        learn_limit (s);
      if (g)
        close_segment (s, g);
      if (empty && !relieve (s))
        break;
    }
  return n;
}

/* Append EVENTS [N] to S, or count them as lost.  */
static void
append_or_lose (struct stream *s, const uint32_t *events, size_t n)
{
  static const uint32_t gap = WPP_EVENT_GAP;
  if (s->gap)
    s->gap = append (s, &gap, 1) != 0;
  size_t lost = s->gap ? n : append (s, events, n);
  s->lost += lost;
  s->gap |= lost != 0;
}

#define PIECE 4096u

/* How many more events of S are wanted, at most N.  */
static size_t
wanted (const struct stream *s, size_t n)
{
  uint64_t most = s->collection->shared->most;
  if (s->collection->over)
    return 0;
  return !most || most - s->n_events >= n ? n : most - s->n_events;
}

bool
stream_full_p (const struct stream *s)
{
  const struct collection *c = s->collection;
  return c->over || (c->shared->most && s->n_events >= c->shared->most);
}

/* How many of WORDS [N] come before an epoch of values, if segments begin with those; the first word may be one's.  */
static size_t
until_epoch (const struct stream *s, const uint32_t *words, size_t n)
{
  static const uint32_t head = WPP_VALUE_WORD | WPP_VALUE_EPOCH;
  size_t i = 1;
  if (!s->asked)
    return n;
  while (i < n && words[i] != head)
    i++;
  return i;
}

/* The same for WORDS [N] with those of values among them.  */
static void
append_valued (struct stream *s, const uint32_t *words, size_t n)
{
  uint32_t events[PIECE];
  for (size_t part; n; words += part, n -= part)
    {
      part = wanted (s, n < PIECE ? n : PIECE);
      if (!part)
        break;
      part = until_epoch (s, words, part);
      if (words[0] == (WPP_VALUE_WORD | WPP_VALUE_EPOCH))
        keep_epoch (s);
      size_t n_chunks = s->values ? s->values->n_chunks : 0;
      append_or_lose (s, events, values_take (s, words, part, events));
      if (s->collection->shared->keep && s->values && s->values->n_chunks != n_chunks)
        keep_look (s);
    }
}

static bool
valued_p (const struct stream *s)
{
  return __atomic_load_n (&s->collection->shared->valued, __ATOMIC_ACQUIRE);
}

void
stream_append (struct stream *s, const uint32_t *events, size_t n)
{
  size_t some = wanted (s, n);
  s->collection->changed = true;
  if (valued_p (s))
    append_valued (s, events, n);
  else
    append_or_lose (s, events, some);
  /* Of words of values nobody counts how many are events.  */
  s->unwanted += valued_p (s) ? 0 : n - some;
  count_memory (s);
}

size_t
stream_split (struct stream *s)
{
  struct segment *g = current_segment (s);
  if (valued_p (s))
    values_break (s);
  if (g && g->raw && g->n_events == RAW_EVENTS)
    {
      close_segment (s, g);
      g = new_segment (s);
    }
  if (!g)
    return s->n_segments;
  g->held = true;
  return s->n_segments - 1;
}

void
stream_release (struct stream *s, size_t segment, uint32_t event)
{
  if (segment >= s->n_segments)
    return;
  struct segment *g = &s->segments[segment];
  g->held = false;
  /* A word of values is known to be missing.  */
  if (valued_p (s))
    event = wpp_value_word_p (event) ? 0 : wpp_value_event (event);
  if (event && append_to (g, &event, 1) == 1)
    s->n_events++;
  else if (event)
    s->lost++;
  s->collection->changed |= event != 0;
  if (segment != s->n_segments - 1)
    close_segment (s, g);
  count_memory (s);
}

void
stream_close (struct stream *s)
{
  for (size_t i = 0; i < s->n_segments; i++)
    if (s->segments[i].grammar || s->segments[i].raw)
      close_segment (s, &s->segments[i]);
  take_all_coded (s, true);
  count_memory (s);
}

static struct segment *
open_segment (const struct stream *s)
{
  struct segment *g = s->n_segments ? &s->segments[s->n_segments - 1] : NULL;
  return g && (g->grammar || g->raw) && !g->held ? g : NULL;
}

void
stream_cut (struct stream *s)
{
  struct segment *g = open_segment (s);
  if (!g || !g->n_events)
    return;
  if (g->grammar)
    finish_segment (s, g);
  else
    close_segment (s, g);
  /* Values that come next are the new one's, also before its first event.  */
  new_segment (s);
  count_memory (s);
}

/* How many bytes N events of S take, as those took that were coded last.  */
static uint64_t
bytes_of_events (const struct stream *s, uint64_t n)
{
  for (size_t i = s->n_segments; i-- > 0;)
    if (s->segments[i].size && s->segments[i].n_events)
      return (double) s->segments[i].size / s->segments[i].n_events * n;
  return 0;
}

/* Symbols of drafts take some two bytes; but how many there are is known late.  */
uint64_t
stream_open_bytes (const struct stream *s)
{
  const struct segment *g = open_segment (s);
  if (!g || g->raw)
    return g ? g->n_events * sizeof *g->raw : 0;
  uint64_t events = bytes_of_events (s, g->n_events), symbols = 2 * wpp_phrases_symbols (g->grammar);
  return (events > symbols ? events : symbols) + values_bytes (s, g->first_chunk);
}

/* Finish the open grammar of S, if it takes more than MOST bytes.  */
static void
finish_open (struct stream *s, size_t most)
{
  struct segment *g = s->n_segments ? &s->segments[s->n_segments - 1] : NULL;
  if (!g || !g->grammar || g->held || wpp_phrases_memory (g->grammar) <= most)
    return;
  close_segment (s, g);
  count_memory (s);
}

void
streams_finish (struct collection *c)
{
  for (size_t i = 0; i < c->n_streams; i++)
    finish_open (c->streams[i], 0);
}

static int
write_open (struct segment *g, struct wpp_writer *w)
{
  unsigned char *bytes = NULL;
  size_t size;
  if (g->raw)
    return wpp_writer_raw (w, g->raw, g->n_events);
  int err = wpp_phrases_snapshot (g->grammar, &bytes, &size);
  if (err == 0)
    err = wpp_writer_coded (w, bytes, size);
  free (bytes);
  return err;
}

unsigned char *
stream_coded (const struct stream *s, const struct segment *g)
{
  return spool_kept (s->collection, g->coded, g->size, g->offset);
}

void
stream_replace (struct stream *s, struct segment *g, unsigned char *coded, size_t size,
                uint64_t n_events)
{
  struct collection *c = s->collection;
  if (g->coded)
    c->kept -= g->size;
  free (g->coded);
  g->coded = coded;
  g->size = size;
  c->kept += size;
  s->lost += g->n_events - n_events;
  s->n_events -= g->n_events - n_events;
  g->n_events = n_events;
  s->gap = true;
}

static int
write_coded (struct stream *s, const struct segment *g, struct wpp_writer *w)
{
  unsigned char *bytes = stream_coded (s, g);
  int err = bytes ? 0 : WPP_E_NOMEM;
  if (err == 0)
    err = raw_p (s) ? wpp_writer_raw (w, (uint32_t *) bytes, g->size / sizeof (uint32_t))
                    : wpp_writer_coded (w, bytes, g->size);
  free (bytes);
  return err;
}

int
stream_write (struct stream *s, struct wpp_writer *w)
{
  take_all_coded (s, true);
  finish_open (s, COPIED_MOST);
  int err = wpp_writer_thread (w, s->index, s->n_events - s->dropped, s->lost);
  if (!err)
    err = wpp_writer_kept (w, s->dropped);
  if (!err)
    err = wpp_writer_switches (w, s->switched, false);
  if (!err)
    err = wpp_writer_switches (w, s->left, true);
  for (size_t i = 0; i < s->n_segments && err == 0; i++)
    if (s->segments[i].size)
      err = write_coded (s, &s->segments[i], w);
    else if (s->segments[i].n_events && (s->segments[i].grammar || s->segments[i].raw))
      err = write_open (&s->segments[i], w);
  return err ? err : values_write (s, w);
}
