/* Grammars in the places of a profile's drafts, and of the calls of a timestamped one (read.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Making a grammar takes ten times as long as decoding it.  So it is kept for the next reader (base/kept-file.h), in
   its plain form, as coding it in a third of the bytes would take a fifth of the time of making it:

   contents := check, for each draft or thread's calls u64 size and a coded grammar (grammar/coding/codec.h)

   The hash is that of the drafts, or of the traces and calls, one after the other, and the size is theirs together.  A
   grammar stays in memory as its code, so that only a few are there decoded at the same time (ahead.h).  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include "grammar/coding/codec.h"
#include "recording/profile/read.h"
#include "grammar/sequitur/phrases.h"
#include "base/bytes.h"
#include "base/kept-file.h"
#include "base/saturate.h"

#define MAGIC "\211WPG\r\n\032\n"
#define VERSION 2u           /* of the contents, and of the grammars that SEQUITUR makes */
#define WORTH_KEEPING (1u << 16) /* bytes of drafts; less takes some hundredths of a second, … */
#define RUNS_WORTH_KEEPING (1u << 18) /* … as do fewer runs of equal events in traces */

/* ---- The drafts and calls of a profile, in order.  */

typedef int draft_function (void *data, const struct wpp_profile *p, const struct wpp_thread *t,
                            struct wpp_coded *draft);

static int
for_drafts (struct wpp_profile *p, draft_function *f, void *data)
{
  int err = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments && p->threads[t].coded && !err; s++)
      if (p->threads[t].coded[s].form == WPP_SEGMENT_DRAFT || p->threads[t].coded[s].form == WPP_SEGMENT_CALLS)
        err = f (data, p, &p->threads[t], &p->threads[t].coded[s]);
  return err;
}

static void
add_bytes (struct wpp_kept *k, const unsigned char *bytes, size_t size)
{
  k->hash = XXH3_64bits_withSeed (bytes, size, k->hash);
  k->size += size;
}

static int
add_to_hash (void *kept, const struct wpp_profile *p, const struct wpp_thread *t, struct wpp_coded *draft)
{
  add_bytes (kept, draft->data, draft->size);
  return 0;
}

/* ---- Those that are kept.  */

/* The grammars that come next, and the work of those before.  */
struct checked
{
  struct wpp_reader r;
  uint64_t work;
};

/* The next grammar in R, and set *SIZE; null when there is none.  */
static const unsigned char *
next_grammar (struct wpp_reader *r, size_t *size)
{
  uint64_t n = wpp_read_u64 (r);
  *size = n;
  return n <= wpp_reader_left (r) ? wpp_read_bytes (r, n) : NULL;
}

static int
check_grammar (void *checked, const struct wpp_profile *p, const struct wpp_thread *t, struct wpp_coded *draft)
{
  struct checked *c = checked;
  size_t size;
  const unsigned char *grammar = next_grammar (&c->r, &size);
  if (!grammar)
    return WPP_E_CORRUPT;
  c->work = wpp_saturating_add (c->work, wpp_grammar_work (grammar, size));
  return 0;
}

static int
put_in_place (void *reader, const struct wpp_profile *p, const struct wpp_thread *t, struct wpp_coded *draft)
{
  draft->data = next_grammar (reader, &draft->size);
  draft->form = WPP_SEGMENT_GRAMMAR;
  return 0;
}

/* Are BYTES [SIZE] grammars of P's drafts?  That they are the right ones is not looked at; bounds are those of
   profiles.  */
static bool
grammars_p (struct wpp_profile *p, const unsigned char *bytes, size_t size)
{
  struct checked c = { .r = wpp_reader_of (bytes, size) };
  return !for_drafts (p, check_grammar, &c) && !wpp_reader_left (&c.r)
         && (c.work <= WPP_WORK_FREE || (c.work - WPP_WORK_FREE) / WPP_WORK_A_BYTE <= size + p->file_size);
}

/* Let the grammars in P->made, of SIZE bytes from FROM on, be in the places of drafts.  */
static void
put_all_in_place (struct wpp_profile *p, size_t from, size_t size)
{
  struct wpp_reader r = wpp_reader_of (p->made + from, size - from);
  for_drafts (p, put_in_place, &r);
}

/* Use BYTES [SIZE], which are kept, for PROFILE, if they can be used.  */
static bool
use (void *profile, const unsigned char *bytes, size_t size)
{
  struct wpp_profile *p = profile;
  if (!grammars_p (p, bytes, size) || !(p->made = malloc (size)))
    return false;
  memcpy (p->made, bytes, size);
  put_all_in_place (p, 0, size);
  return true;
}

/* Use what is kept for K, if it is there.  */
static bool
use_kept (struct wpp_profile *p, const struct wpp_kept *k)
{
  return wpp_kept_read_checked (k, use, p);
}

/* ---- Making them.  */

struct making
{
  struct wpp_buffer *b;
  struct wpp_place *place;
};

/* Append the grammar of DRAFT to the buffer.  */
static int
make_grammar (void *making, const struct wpp_profile *p, const struct wpp_thread *t, struct wpp_coded *draft)
{
  struct making *m = making;
  unsigned char *bytes = NULL;
  size_t size = 0;
  int err;
  struct wpp_grammar *g = wpp_profile_segment (p, t, draft - t->coded, &err, m->place);
  if (!g)
    return err;
  err = wpp_grammar_encode_fast (g, true, &bytes, &size);
  wpp_grammar_free (g);
  wpp_put_u64 (m->b, size);
  wpp_put_bytes (m->b, bytes, size);
  free (bytes);
  return err;
}

static int
make (struct wpp_profile *p, const struct wpp_kept *k, struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  struct making m = { &b, place };
  wpp_kept_begin_checked (k, &b);
  int err = for_drafts (p, make_grammar, &m);
  if (!err && b.failed)
    err = WPP_E_NOMEM;
  if (err)
    {
      wpp_buffer_release (&b);
      return err;
    }
  wpp_kept_put_checked (k, &b);
  p->made = b.data;
  put_all_in_place (p, WPP_KEPT_CHECKED, b.size);
  return 0;
}

/* Let DRAFT have its events in any order.  */
static int
leave_unmade (void *profile, const struct wpp_profile *p, const struct wpp_thread *t, struct wpp_coded *draft)
{
  ((struct wpp_profile *)profile)->n_unmade++;
  draft->form = WPP_SEGMENT_UNMADE;
  return 0;
}

/* Set *K to what grammars of P's drafts or calls, of FILE, are kept for.  Return whether they are to be found.  */
static bool
wanting_p (struct wpp_profile *p, const char *file, struct wpp_kept *k)
{
  *k = (struct wpp_kept){ .file = file, .suffix = ".grm", .magic = MAGIC, .version = VERSION };
  if (p->traces)
    add_bytes (k, p->traces_coded, p->traces_size);
  for_drafts (p, add_to_hash, k);
  bool worth = p->traces ? p->traces_runs >= RUNS_WORTH_KEEPING : k->size >= WORTH_KEEPING;
  return worth && !p->made && wpp_kept_of_file (k);
}

void
wpp_profile_use_kept_grammars (struct wpp_profile *p, const char *file)
{
  struct wpp_kept k;
  if (wanting_p (p, file, &k) && !use_kept (p, &k))
    for_drafts (p, leave_unmade, p);
}

int
wpp_profile_find_grammars (struct wpp_profile *p, const char *file, bool locked, struct wpp_place *place)
{
  struct wpp_kept k;
  if (!wanting_p (p, file, &k) || use_kept (p, &k))
    return 0;
  int lock = locked ? -1 : wpp_kept_lock (&k);
  int err = lock >= 0 && use_kept (p, &k) ? 0 : make (p, &k, place);
  if (lock >= 0)
    close (lock);
  return err;
}
