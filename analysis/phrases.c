/* Events into a grammar at speed: phrases first, SEQUITUR on what remains.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>

#include "codec.h"
#include "error.h"
#include "graft.h"
#include "lane.h"
#include "phrase-table.h"
#include "phrases.h"
#include "retrace.h"

#ifndef SINGLE_EVENTS
#define SINGLE_EVENTS (1u << 17) /* appended one by one; tests lower it */
#endif
#ifndef BATCH_WORK
#define BATCH_WORK (1u << 15)    /* phrases, and letters of new ones; tests lower it */
#endif
#define BATCH_PHRASES (BATCH_WORK + CUTTER_LETTERS / 2)
#define BATCHES 3                /* one is filled while others are worked at */

struct size
{
  uint64_t symbols;
  size_t memory;
};

struct half /* of a batch, and what has come of it */
{
  struct job job;
  struct wpp_phrases *phrases;
  struct batch *batch;
  uint32_t done;    /* so many of the batch */
  int err;
  struct size size; /* of the grammar then */
};

struct batch
{
  uint32_t *numbers;     /* [n] of phrases, to be appended to S: PHRASE | number */
  uint32_t n;
  struct phrase *fresh;  /* [n_fresh] new phrases among them, the first of which has the number FIRST */
  uint32_t n_fresh, first;
  uint32_t work;
  bool waiting;          /* the halves are in their lanes */
  struct half top, dictionary;
};

struct wpp_phrases
{
  bool exponents;
  uint64_t n_events;
  uint64_t single;              /* events are appended one by one up to this one */
  struct wpp_alphabet alphabet; /* of events */
  struct wpp_sequitur *top, *dictionary;
  struct cutter *cutter;
  struct phrase_table table;
  uint32_t *rules;              /* [rules_room] of phrases in the dictionary */
  uint32_t rules_room;
  struct batch batches[BATCHES];
  unsigned filled;              /* the batch that is filled */
  struct size top_size, dictionary_size; /* after the last batch that was waited for */
  int err;
};

/* Everybody's batches are worked at here.  */
static struct lane top_lane = LANE_INITIALIZER, dictionary_lane = LANE_INITIALIZER;

/* ---- the work  */

static struct size
size_of (const struct wpp_sequitur *s)
{
  return (struct size){ wpp_sequitur_symbols (s), wpp_sequitur_memory (s) };
}

/* Append what is new in the batch to S.  */
static void
add_to_top (struct half *h)
{
  const struct batch *b = h->batch;
  size_t done = 0;
  if (!h->err)
    h->err = wpp_sequitur_append (h->phrases->top, b->numbers + h->done, b->n - h->done, &done);
  h->done += done;
  h->size = size_of (h->phrases->top);
}

static int
reserve_rules (struct wpp_phrases *p, uint32_t n)
{
  if (n <= p->rules_room)
    return 0;
  uint32_t room = n + n / 2;
  uint32_t *rules = realloc (p->rules, room * sizeof *rules);
  if (!rules)
    return WPP_E_NOMEM;
  p->rules = rules;
  p->rules_room = room;
  return 0;
}

/* Make a rule of PHRASE.  */
static int
make_phrase (struct wpp_phrases *p, const struct phrase *phrase, uint32_t *rule)
{
  struct letter letters[PHRASE_LETTERS];
  for (uint32_t i = 0; i < phrase->n; i++)
    {
      int err = wpp_alphabet_intern (&p->alphabet, phrase->letters[i].symbol, &letters[i].symbol);
      if (err)
        return err;
      letters[i].exponent = phrase->letters[i].exponent;
    }
  return wpp_sequitur_phrase (p->dictionary, letters, phrase->n, rule);
}

/* Make rules of what is new in the batch.  */
static void
add_to_dictionary (struct half *h)
{
  const struct batch *b = h->batch;
  struct wpp_phrases *p = h->phrases;
  if (!h->err)
    h->err = reserve_rules (p, b->first + b->n_fresh);
  for (; !h->err && h->done < b->n_fresh; h->done += !h->err)
    h->err = make_phrase (p, &b->fresh[h->done], &p->rules[b->first + h->done]);
  h->size = size_of (p->dictionary);
}

static void
run_top (struct job *j)
{
  add_to_top ((struct half *)j);
}

static void
run_dictionary (struct job *j)
{
  add_to_dictionary ((struct half *)j);
}

/* ---- batches  */

static int
init_batch (struct wpp_phrases *p, struct batch *b)
{
  b->top = (struct half){ .job = { .run = run_top }, .phrases = p, .batch = b };
  b->dictionary = (struct half){ .job = { .run = run_dictionary }, .phrases = p, .batch = b };
  b->numbers = malloc (BATCH_PHRASES * sizeof *b->numbers);
  b->fresh = malloc (BATCH_PHRASES * sizeof *b->fresh);
  return b->numbers && b->fresh ? 0 : WPP_E_NOMEM;
}

static void
free_batch (struct batch *b)
{
  free (b->numbers);
  free (b->fresh);
  b->numbers = NULL;
  b->fresh = NULL;
}

/* Wait until B has been worked at.  */
static void
wait_for (struct wpp_phrases *p, struct batch *b)
{
  if (!b->waiting)
    return;
  wpp_lane_wait (&top_lane, &b->top.job);
  wpp_lane_wait (&dictionary_lane, &b->dictionary.job);
  b->waiting = false;
  p->top_size = b->top.size;
  p->dictionary_size = b->dictionary.size;
  if (!p->err)
    p->err = b->top.err ? b->top.err : b->dictionary.err;
}

/* The next batch is to be filled, once it is empty.  */
static void
next_batch (struct wpp_phrases *p)
{
  p->filled = (p->filled + 1) % BATCHES;
  struct batch *b = &p->batches[p->filled];
  wait_for (p, b);
  b->n = b->n_fresh = b->work = b->top.done = b->dictionary.done = 0;
  b->first = p->table.n;
}

/* Have the batch worked at.  */
static void
send_batch (struct wpp_phrases *p)
{
  struct batch *b = &p->batches[p->filled];
  b->waiting = true;
  wpp_lane_put (&top_lane, &b->top.job);
  wpp_lane_put (&dictionary_lane, &b->dictionary.job);
  next_batch (p);
}

/* Wait until all that was appended has been worked at, but what the cutter holds.  */
static void
settle (struct wpp_phrases *p)
{
  for (unsigned i = 1; i <= BATCHES; i++)
    wait_for (p, &p->batches[(p->filled + i) % BATCHES]);
  struct batch *b = &p->batches[p->filled];
  if (!p->cutter || p->err)
    return;
  add_to_top (&b->top);
  add_to_dictionary (&b->dictionary);
  p->err = b->top.err ? b->top.err : b->dictionary.err;
}

/* Put the phrases of the cutter into the batch, and have it worked at when it is full.  */
static int
number_phrases (struct wpp_phrases *p)
{
  struct batch *b = &p->batches[p->filled];
  uint32_t done;
  int err = wpp_phrase_table_number (&p->table, p->cutter, b->numbers + b->n, &done);
  for (uint32_t i = 0; i < done; i++)
    b->numbers[b->n + i] |= PHRASE;
  b->n += done;
  b->work += done;
  for (; b->first + b->n_fresh < p->table.n; b->n_fresh++)
    {
      b->fresh[b->n_fresh] = p->table.phrases[b->first + b->n_fresh];
      b->work += b->fresh[b->n_fresh].n;
    }
  if (!err)
    wpp_cutter_next (p->cutter);
  if (b->work >= BATCH_WORK)
    send_batch (p);
  return err;
}

/* ---- the public functions  */

struct wpp_phrases *
wpp_phrases_new (unsigned flags)
{
  struct wpp_phrases *p = calloc (1, sizeof *p);
  if (!p)
    return NULL;
  p->exponents = flags & WPP_SEQUITUR_EXPONENTS;
  p->single = flags & WPP_SEQUITUR_RETRACE ? SINGLE_EVENTS : UINT64_MAX;
  p->top = wpp_sequitur_new (flags | WPP_SEQUITUR_NUMBERED);
  if (p->top && wpp_alphabet_init (&p->alphabet) == 0)
    return p;
  wpp_phrases_free (p);
  return NULL;
}

void
wpp_phrases_free (struct wpp_phrases *p)
{
  if (!p)
    return;
  for (unsigned i = 0; i < BATCHES; i++)
    {
      wait_for (p, &p->batches[i]);
      free_batch (&p->batches[i]);
    }
  wpp_sequitur_free (p->top);
  wpp_sequitur_free (p->dictionary);
  wpp_alphabet_release (&p->alphabet);
  wpp_phrase_table_release (&p->table);
  free (p->cutter);
  free (p->rules);
  free (p);
}

/* From now on there are phrases.  */
static int
begin_phrases (struct wpp_phrases *p)
{
  p->dictionary = wpp_sequitur_new (p->exponents ? WPP_SEQUITUR_EXPONENTS : 0);
  p->cutter = malloc (sizeof *p->cutter);
  int err = p->dictionary && p->cutter ? wpp_phrase_table_init (&p->table) : WPP_E_NOMEM;
  for (unsigned i = 0; i < BATCHES && !err; i++)
    err = init_batch (p, &p->batches[i]);
  if (!err)
    wpp_cutter_init (p->cutter);
  return err;
}

/* Append up to N EVENTS one by one; return how many.  */
static size_t
append_single (struct wpp_phrases *p, const uint32_t *events, size_t n)
{
  uint32_t terminals[512];
  size_t done = 0, part = 0;
  if (n > p->single - p->n_events)
    n = p->single - p->n_events;
  if (n > sizeof terminals / sizeof *terminals)
    n = sizeof terminals / sizeof *terminals;
  while (part < n && !p->err)
    {
      p->err = wpp_alphabet_intern (&p->alphabet, events[part], &terminals[part]);
      part += !p->err;
    }
  int err = wpp_sequitur_append (p->top, terminals, part, &done);
  p->err = err ? err : p->err;
  p->top_size = size_of (p->top);
  return done;
}

/* Append up to N EVENTS in phrases; return how many.  */
static size_t
append_phrases (struct wpp_phrases *p, const uint32_t *events, size_t n)
{
  if (!p->cutter)
    p->err = begin_phrases (p);
  if (p->err)
    return 0;
  size_t done = wpp_cutter_take (p->cutter, events, n, p->exponents);
  if (done < n)
    p->err = number_phrases (p);
  return done;
}

int
wpp_phrases_append (struct wpp_phrases *p, const uint32_t *events, size_t n, size_t *done)
{
  size_t taken = 0;
  while (taken < n && !p->err)
    {
      size_t part = p->n_events < p->single ? append_single (p, events + taken, n - taken)
                                            : append_phrases (p, events + taken, n - taken);
      taken += part;
      p->n_events += part;
    }
  if (done)
    *done = taken;
  return taken < n ? p->err : 0;
}

size_t
wpp_phrases_memory (const struct wpp_phrases *p)
{
  size_t memory = sizeof *p + p->top_size.memory + p->dictionary_size.memory + wpp_alphabet_memory (&p->alphabet);
  if (p->cutter)
    memory += sizeof *p->cutter + wpp_phrase_table_memory (&p->table) + p->table.n * sizeof *p->rules
              + BATCHES * BATCH_PHRASES * (sizeof (uint32_t) + sizeof (struct phrase));
  return memory;
}

uint64_t
wpp_phrases_symbols (const struct wpp_phrases *p)
{
  return p->top_size.symbols + p->dictionary_size.symbols;
}

/* ---- the grammar  */

/* Append the letters that the cutter holds to S, which holds nothing back.  */
static int
put_rest (struct wpp_phrases *p, struct wpp_sequitur *s)
{
  const struct cutter *c = p->cutter;
  if (!c)
    return 0;
  uint32_t complete = c->n_letters - c->from, n = complete + (c->run.exponent > 0);
  struct letter letters[PHRASE_LETTERS + 1];
  for (uint32_t i = 0; i < n; i++)
    {
      letters[i] = i < complete ? c->letters[c->from + i] : c->run;
      int err = wpp_alphabet_intern (&p->alphabet, letters[i].symbol, &letters[i].symbol);
      if (err)
        return err;
    }
  for (uint32_t i = 0; i < n && !s->err; i++)
    {
      s->err = wpp_sequitur_reserve (s, RETRACE_NODES);
      if (!s->err)
        wpp_sequitur_put (s, letters[i], i + 1 < n ? &letters[i + 1] : NULL);
    }
  return s->err;
}

/* Number what phrases the cutter has, and work at all of them.  */
static int
work_at_all (struct wpp_phrases *p)
{
  if (p->cutter && !p->err)
    p->err = number_phrases (p);
  settle (p);
  return p->err;
}

/* Free all of P that is not needed to freeze it.  */
static void
strip (struct wpp_phrases *p)
{
  wpp_sequitur_strip (p->top);
  if (p->dictionary)
    wpp_sequitur_strip (p->dictionary);
  for (unsigned i = 0; i < BATCHES; i++)
    free_batch (&p->batches[i]);
  wpp_phrase_table_release (&p->table);
  free (p->cutter);
  p->cutter = NULL;
}

struct wpp_grammar *
wpp_phrases_grammar (struct wpp_phrases *p, int *err)
{
  *err = work_at_all (p);
  struct wpp_sequitur *top = *err ? NULL : wpp_sequitur_flushed_copy (p->top);
  if (!*err)
    *err = top ? put_rest (p, top) : WPP_E_NOMEM;
  if (!*err && p->dictionary)
    *err = wpp_graft (top, p->dictionary, p->rules, p->table.n);
  struct wpp_grammar *g = *err ? NULL : wpp_sequitur_freeze (top, &p->alphabet, err);
  wpp_sequitur_free (top);
  return g;
}

/* Code S, which holds nothing back.  */
static int
encode (const struct wpp_sequitur *s, const struct wpp_alphabet *alphabet, unsigned char **bytes, size_t *size)
{
  int err;
  if (s->n_symbols <= WPP_MOST_MODELLED)
    {
      struct wpp_walk *w = wpp_sequitur_walk (s, alphabet);
      err = w ? wpp_walk_encode (w, bytes, size) : WPP_E_NOMEM;
      wpp_sequitur_walk_free (w);
      return err;
    }
  struct wpp_grammar *g = wpp_sequitur_freeze (s, alphabet, &err);
  if (g)
    err = wpp_grammar_encode (g, bytes, size);
  wpp_grammar_free (g);
  return err;
}

int
wpp_phrases_finish (struct wpp_phrases *p, unsigned char **bytes, size_t *size)
{
  int err = work_at_all (p);
  if (!err)
    {
      wpp_sequitur_flush (p->top);
      err = wpp_window_left (&p->top->window) ? WPP_E_NOMEM : put_rest (p, p->top);
    }
  uint32_t n_phrases = p->table.n;
  strip (p);
  if (!err && p->dictionary)
    err = wpp_graft (p->top, p->dictionary, p->rules, n_phrases);
  wpp_sequitur_free (p->dictionary);
  p->dictionary = NULL;
  if (!err)
    err = encode (p->top, &p->alphabet, bytes, size);
  wpp_phrases_free (p);
  return err;
}
