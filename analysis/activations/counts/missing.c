/* What a profile says that it misses (missing.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "activations/counts/missing.h"
#include "recording/profile/events.h"
#include "recording/profile/read.h"
#include "base/saturate.h"

#define MUCH 100u        /* a share of 1 / MUCH */

void
wpp_missing_add (struct wpp_missing *m, uint64_t kept, uint64_t lost)
{
  m->kept = wpp_saturating_add (m->kept, kept);
  m->lost = wpp_saturating_add (m->lost, lost);
  m->n_threads += lost > 0;
  m->unknown |= wpp_saturated_p (lost);
}

uint64_t
wpp_missing_to_keep (const struct wpp_thread *t)
{
  return t->uncounted ? UINT64_MAX : t->lost;
}

/* ---- Where the first gap is.  */

/* Set *BEFORE to the number of events before the first GAP of G, or of all of them.  Return whether there is one, or
   WPP_E_NOMEM.  */
static int
find_gap (const struct wpp_grammar *g, uint64_t *before)
{
  uint64_t *first = malloc (g->n_rules * sizeof *first);
  bool *gap = calloc (g->n_rules, sizeof *gap);
  for (uint32_t k = 0; first && gap && k < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      first[r] = 0;
      for (uint64_t i = g->start[r]; i < g->start[r + 1] && !gap[r]; i++)
        {
          uint32_t s = g->symbols[i];
          gap[r] = WPP_IS_RULE (s) ? gap[WPP_RULE_INDEX (s)] : wpp_event_kind (g->terminals[s]) == WPP_EVENT_IS_GAP;
          uint64_t n = !gap[r]           ? wpp_grammar_symbol_length (g, i)
                       : WPP_IS_RULE (s) ? first[WPP_RULE_INDEX (s)] : 0;
          first[r] = wpp_saturating_add (first[r], n);
        }
    }
  int found = first && gap ? gap[0] : WPP_E_NOMEM;
  *before = found >= 0 ? first[0] : 0;
  free (first);
  free (gap);
  return found;
}

/* Set *SINCE to the number of events of T, of P, before its first gap.  */
static int
find_since (const struct wpp_profile *p, const struct wpp_thread *t, uint64_t *since, struct wpp_place *place)
{
  int found = 0, err = 0;
  *since = 0;
  for (size_t s = 0; s < t->n_segments && !found; s++)
    {
      uint64_t before;
      struct wpp_grammar *g = t->segments ? t->segments[s] : wpp_profile_segment (p, t, s, &err, place);
      if (!g)
        return err;
      found = find_gap (g, &before);
      *since = wpp_saturating_add (*since, before);
      if (!t->segments)
        wpp_grammar_free (g);
    }
  return found < 0 ? found : 0;
}

int
wpp_profile_missing (const struct wpp_profile *p, struct wpp_missing *m, struct wpp_place *place)
{
  const struct wpp_thread *first = NULL;
  *m = (struct wpp_missing){ .counts = p->counts };
  for (size_t i = 0; i < p->n_threads; i++)
    {
      const struct wpp_thread *t = &p->threads[i];
      wpp_missing_add (m, t->n_events, t->lost);
      m->unknown |= t->uncounted > 0;
      if (t->lost && !first)
        first = t;
    }
  /* A timestamped profile has no events one after the other.  */
  m->since_known = first && !p->counts && !p->traces && !p->bag && !first->raw;
  if (!m->since_known)
    return 0;
  m->thread = first->index;
  return find_since (p, first, &m->since, place);
}

/* ---- What is said of it.  */

double
wpp_missing_share (const struct wpp_missing *m)
{
  double all = (double)m->lost + (double)m->kept;
  return m->unknown ? -1 : all > 0 ? (double)m->lost / all : 0;
}

bool
wpp_missing_much_p (const struct wpp_missing *m)
{
  return m->unknown || m->lost > wpp_saturating_add (m->lost, m->kept) / MUCH;
}

/* Write to TEXT [SIZE] how many are missing of how many.  Return the number of bytes.  */
static size_t
put_number (const struct wpp_missing *m, char *text, size_t size)
{
  const char *what = m->counts ? "executions" : "events";
  int n;
  if (m->unknown)
    n = snprintf (text, size, "%s are missing, nobody knows how many; %" PRIu64 " were kept", what, m->kept);
  else
    {
      double share = 100 * wpp_missing_share (m);
      n = snprintf (text, size, "%" PRIu64 " of %" PRIu64 " %s are missing (%.*f%%)", m->lost,
                    wpp_saturating_add (m->lost, m->kept), what, share < 0.1 ? 4 : 1, share);
    }
  return n < 0 ? 0 : n;
}

const char *
wpp_missing_text (const struct wpp_missing *m, char *text, size_t size)
{
  size_t n = put_number (m, text, size);
  if (!m->since_known || n >= size)
    return text;
  int k = m->since ? snprintf (text + n, size - n, "; thread %" PRIu32 " has a gap after its event %" PRIu64, m->thread,
                               m->since)
                   : snprintf (text + n, size - n, "; thread %" PRIu32 " has a gap at its beginning", m->thread);
  n += k < 0 ? 0 : k;
  if (m->n_threads > 1 && n < size)
    snprintf (text + n, size - n, ", %" PRIu32 " more thread%s miss%s some", m->n_threads - 1,
              m->n_threads > 2 ? "s" : "", m->n_threads > 2 ? "" : "es");
  return text;
}
