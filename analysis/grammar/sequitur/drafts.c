/* Drafts of events, and grammars of drafts (phrases.h, grammar/coding/draft.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A draft has what the chunker and the phrase table made of the events.  So its grammar takes neither, and no events:
   the phrases go to the same lanes as while recording, in the same batches.  These matter, as the phrases of a
   batch are made into rules at the same time (interleaved.h).  */

#include <stdlib.h>
#include <string.h>
#include "grammar/coding/codec.h"
#include "format/event.h"
#include "grammar/sequitur/phrases-impl.h"
#include "base/array.h"
#include "base/error.h"
#include "base/far/far.h"

/* ---- Making a draft.  */

static int
put_first (void *draft, uint32_t event, uint64_t count)
{
  return wpp_draft_put_first (draft, (struct letter){ event, count });
}

/* Append the events of G, which is not finished, to DRAFT.  */
static int
put_grammar (struct wpp_draft *draft, struct wpp_grammar *g)
{
  int err = wpp_grammar_finish (g);
  return err ? err : wpp_grammar_expand (g, 0, put_first, draft) ? WPP_E_NOMEM : 0;
}

int
wpp_phrases_begin_draft (struct wpp_phrases *p)
{
  int err = 0;
  struct wpp_draft *draft = wpp_draft_new (p->exponents);
  struct wpp_grammar *g = draft ? wpp_phrases_grammar (p, &err) : NULL;
  err = g ? put_grammar (draft, g) : WPP_E_NOMEM;
  wpp_grammar_free (g);
  if (err)
    {
      wpp_draft_free (draft);
      return err;
    }
  p->draft = draft;
  wpp_sequitur_free (p->top);
  p->top = NULL;
  p->top_size = (struct size){ wpp_draft_symbols (draft), wpp_draft_memory (draft) };
  return 0;
}

void
wpp_phrases_add_to_draft (struct half *h)
{
  const struct batch *b = h->batch;
  struct wpp_phrases *p = h->phrases;
  uint32_t done = 0;
  if (!p->top_err)
    p->top_err = wpp_draft_put (p->draft, b->numbers + h->done, b->n - h->done, b->fresh, b->first, &done);
  h->done += done;
  h->err = p->top_err;
  h->size = (struct size){ wpp_draft_symbols (p->draft), wpp_draft_memory (p->draft) };
}

/* The number of events of LETTERS [N].  */
static uint64_t
events_of (const struct letter *letters, uint32_t n)
{
  uint64_t events = 0;
  for (uint32_t i = 0; i < n; i++)
    events += letters[i].exponent;
  return events;
}

/* Copy the letters that the chunker holds to LETTERS, and return their number.  */
static uint32_t
copy_held (const struct chunker *c, struct letter letters[CHUNKER_LETTERS + 1])
{
  uint32_t n = c->at.n_letters - c->at.from;
  memcpy (letters, c->letters + c->at.from, n * sizeof *letters);
  if (c->run.exponent)
    letters[n++] = c->run;
  return n;
}

/* The number of events in the phrases that are not in the draft because of an error.  */
static uint64_t
events_left (const struct wpp_phrases *p)
{
  uint64_t events = 0;
  for (unsigned i = 0; i < p->n_batches; i++)
    {
      const struct batch *b = &p->batches[i];
      for (uint32_t k = b->top.done; k < b->n; k++)
        events += events_of (p->table.phrases[b->numbers[k]].letters, p->table.phrases[b->numbers[k]].n);
    }
  return events;
}

/* Append to the draft what is in batches.  Return 0, or the error of the draft.  */
static int
add_batches (struct wpp_phrases *p)
{
  wpp_phrases_work (p);
  for (unsigned i = 1; i <= p->n_batches; i++)
    {
      struct batch *b = &p->batches[(p->filled + i) % p->n_batches];
      if (b->top.done < b->n)
        wpp_phrases_add_to_draft (&b->top);
    }
  return p->top_err;
}

/* The chunker holds no more than a phrase, unless memory has run out.  */
int
wpp_phrases_finish_draft (struct wpp_phrases *p, unsigned char **bytes, size_t *size, uint64_t *lost)
{
  struct letter held[CHUNKER_LETTERS + 1];
  int err = add_batches (p);
  uint32_t n = p->chunker ? copy_held (p->chunker, held) : 0;
  if (!err)
    err = wpp_draft_finish (p->draft, held, n, bytes, size);
  if (!err)
    return 0;
  *lost = events_left (p) + events_of (held, n);
  held[0] = (struct letter){ WPP_EVENT_GAP, 1 };
  return wpp_draft_finish (p->draft, held, 1, bytes, size);
}

int
wpp_phrases_copy_draft (struct wpp_phrases *p, unsigned char **bytes, size_t *size)
{
  struct letter held[CHUNKER_LETTERS + 1];
  int err = wpp_phrases_work (p);
  return err ? err : wpp_draft_snapshot (p->draft, held, copy_held (p->chunker, held), bytes, size);
}

/* ---- The grammar of a draft.  */

/* Are LETTERS [N] such as P's chunker makes: equal events in a row one letter, or, without exponents, each of them one?
   SEQUITUR relies on that.  */
static bool
letters_p (const struct wpp_phrases *p, const struct letter *letters, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (p->exponents ? i > 0 && letters[i].symbol == letters[i - 1].symbol && letters[i - 1].exponent < EXPONENT_MAX
                     : letters[i].exponent != 1)
      return false;
  return true;
}

/* Append the first letters of D to P.  */
static int
replay_first (struct wpp_phrases *p, struct wpp_draft *d)
{
  struct letter l;
  uint64_t n = 0;
  int err = 0;
  for (uint64_t i = 0; i < wpp_draft_counts (d)->first && !err; i++)
    {
      err = wpp_draft_get_first (d, &l);
      if (!err && (n += l.exponent) > WPP_DRAFT_FIRST)
        err = WPP_E_CORRUPT;
      for (; !err && l.exponent > 0; l.exponent--)
        err = wpp_phrases_append (p, &l.symbol, 1, NULL);
    }
  return err;
}

/* The batches of the recorder: it looked at their work whenever its chunker was full.  */
struct replay
{
  struct wpp_phrases *phrases;
  uint64_t held;         /* letters in the chunker */
};

/* The phrase NUMBER, which is PHRASE, comes next.  */
static int
replay_phrase (struct replay *r, uint32_t number, struct phrase phrase)
{
  struct wpp_phrases *p = r->phrases;
  if (r->held + phrase.n > CHUNKER_LETTERS)
    {
      r->held = 0;
      if (p->batches[p->filled].work >= BATCH_WORK)
        wpp_phrases_send (p);
    }
  struct batch *b = &p->batches[p->filled];
  if (p->err || b->n == BATCH_PHRASES || (number == p->table.n && !letters_p (p, phrase.letters, phrase.n)))
    return p->err ? p->err : WPP_E_CORRUPT;
  r->held += phrase.n;
  b->numbers[b->n++] = PHRASE | number;
  b->work++;
  if (number < p->table.n)
    return 0;
  b->fresh[b->n_fresh++] = phrase;
  b->work += phrase.n;
  p->table.n++;
  return 0;
}

/* Append the phrases of D to P.  The phrases themselves stay in D; P's table only knows how many there are.  */
static int
replay_phrases (struct wpp_phrases *p, struct wpp_draft *d)
{
  struct replay r = { .phrases = p };
  uint32_t number;
  int err = 0;
  for (uint64_t i = 0, n = wpp_draft_counts (d)->phrases; i < n && !err; i++)
    {
      wpp_far (i, n);
      err = wpp_draft_get (d, &number);
      if (!err)
        err = replay_phrase (&r, number, wpp_draft_phrase (d, number));
    }
  return err;
}

/* Let the chunker hold the last letters of D.  */
static int
replay_last (struct wpp_phrases *p, const struct wpp_draft *d)
{
  uint32_t n = wpp_draft_counts (d)->last;
  if (n == 0)
    return 0;
  if (n > CHUNKER_LETTERS + 1 || !letters_p (p, wpp_draft_last (d), n))
    return WPP_E_CORRUPT;
  p->chunker->run = wpp_draft_last (d)[n - 1];
  p->chunker->at.n_letters = n - 1;
  memcpy (p->chunker->letters, wpp_draft_last (d), (n - 1) * sizeof *p->chunker->letters);
  return 0;
}

/* Append what D has to P.  */
static int
replay (struct wpp_phrases *p, struct wpp_draft *d)
{
  int err = replay_first (p, d);
  if (!err)
    err = wpp_phrases_begin (p);
  if (!err)
    err = replay_phrases (p, d);
  if (!err)
    err = wpp_draft_end (d);
  return err ? err : replay_last (p, d);
}

struct wpp_grammar *
wpp_draft_grammar (const unsigned char *data, size_t size, int *err)
{
  struct wpp_grammar *g = NULL;
  struct wpp_draft *d = wpp_draft_read (data, size, err);
  if (!d)
    return NULL;
  unsigned flags = WPP_SEQUITUR_RETRACE | (wpp_draft_exponents_p (d) ? WPP_SEQUITUR_EXPONENTS : 0);
  struct wpp_phrases *p = wpp_phrases_new (flags);
  *err = p ? replay (p, d) : WPP_E_NOMEM;
  if (!*err)
    *err = wpp_phrases_settle (p);
  if (!*err)
    g = wpp_sequitur_freeze (p->top, &p->alphabet, err);
  wpp_phrases_free (p);
  wpp_draft_free (d);
  if (g && (*err = wpp_grammar_finish (g)))
    {
      wpp_grammar_free (g);
      g = NULL;
    }
  return g;
}

struct wpp_grammar *
wpp_phrases_decode (const unsigned char *data, size_t size, int *err)
{
  return wpp_draft_p (data, size) ? wpp_draft_grammar (data, size, err) : wpp_grammar_decode (data, size, err);
}
