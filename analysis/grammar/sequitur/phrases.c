/* Fast conversion of events into a grammar (phrases.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Longer than 500 lines: what happens to a batch, from events to grammar, stands in one place.  */

#include <stdlib.h>

#include "grammar/coding/codec.h"
#include "base/array.h"
#include "base/error.h"
#include "grammar/sequitur/phrases-impl.h"
#include "grammar/sequitur/retrace.h"
#include "grammar/sequitur/out-of-memory.h"

/* The lanes of all grammars.  */
static struct lane top_lane = LANE_INITIALIZER, dictionary_lane = LANE_INITIALIZER, draft_lane = LANE_INITIALIZER;

static unsigned n_with_batches; /* grammars that have batches */

/* ---- The work.  */

static struct size
size_of (const struct wpp_sequitur *s)
{
  return (struct size){ wpp_sequitur_symbols (s), wpp_sequitur_memory (s) };
}

/* Append the phrases of the batch that are not in S yet.  */
static void
add_to_top (struct half *h)
{
  const struct batch *b = h->batch;
  struct wpp_phrases *p = h->phrases;
  size_t done = 0;
  if (!p->top_err)
    p->top_err = wpp_sequitur_append (p->top, b->numbers + h->done, b->n - h->done, &done);
  h->done += done;
  h->err = p->top_err;
  h->size = size_of (p->top);
}

/* Translate the letters FROM [N] of events to letters TO of terminals.  */
static int
intern (struct wpp_phrases *p, const struct letter *from, uint32_t n, struct letter *to)
{
  int err = 0;
  for (uint32_t i = 0; i < n && !err; i++)
    {
      err = wpp_alphabet_intern (&p->alphabet, from[i].symbol, &to[i].symbol);
      to[i].exponent = from[i].exponent;
    }
  return err;
}

/* The new phrases of a half: the next one, and the error.  */
struct source
{
  struct half *half;
  uint32_t next;
  int err;
};

/* Set LETTERS [*N] to the next new phrase, in terminals.  Return false when there is none.  */
static bool
next_phrase (void *data, struct letter *letters, uint32_t *n)
{
  struct source *source = data;
  const struct batch *b = source->half->batch;
  if (source->next == b->n_fresh)
    return false;
  const struct phrase *phrase = &b->fresh[source->next];
  source->err = intern (source->half->phrases, phrase->letters, phrase->n, letters);
  source->next += !source->err;
  *n = phrase->n;
  return !source->err;
}

/* Make rules of the phrases of SOURCE without SEQUITUR, because memory has run out.  */
static int
rest_phrases (struct source *source, uint32_t *rules)
{
  struct letter letters[PHRASE_LETTERS];
  uint32_t n;
  int err = 0;
  for (; !err && next_phrase (source, letters, &n); source->half->done += !err)
    err = wpp_rest_phrase (source->half->phrases->dictionary, letters, n, rules++);
  return err;
}

/* Make rules of the phrases of SOURCE.  */
static int
make_phrases (struct source *source, uint32_t *rules)
{
  struct wpp_sequitur *dictionary = source->half->phrases->dictionary;
  source->half->done += wpp_interleaved_phrases (dictionary, next_phrase, source, rules);
  int err = dictionary->err;
  dictionary->err = 0;
  return err;
}

/* Make rules of the batch's new phrases.  */
static void
add_to_dictionary (struct half *h)
{
  const struct batch *b = h->batch;
  struct wpp_phrases *p = h->phrases;
  struct source source = { .half = h, .next = h->done };
  int err = p->dictionary_err;
  if (!err)
    err = WPP_RESERVE (p->rules, p->rules_room, 0, b->first + b->n_fresh);
  uint32_t *rules = p->rules + b->first + h->done;
  if (!err)
    err = p->out_of_memory ? rest_phrases (&source, rules) : make_phrases (&source, rules);
  if (!err)
    err = source.err;
  h->err = p->dictionary_err = err;
  h->size = size_of (p->dictionary);
  h->size.memory += wpp_alphabet_memory (&p->alphabet);
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

static void
run_draft (struct job *j)
{
  wpp_phrases_add_to_draft ((struct half *)j);
}

/* ---- Batches.  */

/* Clear B, which will be filled next.  */
static int
start_batch (struct wpp_phrases *p, struct batch *b)
{
  b->top = (struct half){ .job = { .run = p->draft ? run_draft : run_top }, .phrases = p, .batch = b };
  b->dictionary = (struct half){ .job = { .run = run_dictionary }, .phrases = p, .batch = b };
  b->n = b->n_fresh = b->work = 0;
  b->first = p->table.n;
  if (!b->numbers)
    b->numbers = malloc (BATCH_PHRASES * sizeof *b->numbers);
  if (!b->fresh)
    b->fresh = malloc (BATCH_PHRASES * sizeof *b->fresh);
  return b->numbers && b->fresh ? 0 : WPP_E_NOMEM;
}

static void
free_batches (struct wpp_phrases *p)
{
  for (unsigned i = 0; i < p->n_batches; i++)
    {
      free (p->batches[i].numbers);
      free (p->batches[i].fresh);
    }
  if (p->n_batches > 0)
    __atomic_fetch_sub (&n_with_batches, 1, __ATOMIC_RELAXED);
  p->n_batches = 0;
}

/* Wait until B has been worked at.  */
static void
wait_for (struct wpp_phrases *p, struct batch *b)
{
  if (!b->waiting)
    return;
  wpp_lane_wait (p->draft ? &draft_lane : &top_lane, &b->top.job);
  if (!p->draft)
    wpp_lane_wait (&dictionary_lane, &b->dictionary.job);
  b->waiting = false;
  p->top_size = b->top.size;
  p->dictionary_size = b->dictionary.size;
  if (!p->err)
    p->err = b->top.err ? b->top.err : b->dictionary.err;
}

/* The next batch is to be filled, once it is empty; after an error it is not.  */
static void
next_batch (struct wpp_phrases *p)
{
  unsigned next = (p->filled + 1) % p->n_batches;
  struct batch *b = &p->batches[next];
  wait_for (p, b);
  if (!p->err)
    p->err = start_batch (p, b);
  if (!p->err)
    p->filled = next;
}

static void
give_to_lanes (struct wpp_phrases *p, struct batch *b)
{
  b->waiting = true;
  wpp_lane_put (p->draft ? &draft_lane : &top_lane, &b->top.job);
  if (!p->draft)
    wpp_lane_put (&dictionary_lane, &b->dictionary.job);
}

void
wpp_phrases_send (struct wpp_phrases *p)
{
  give_to_lanes (p, &p->batches[p->filled]);
  next_batch (p);
}

/* Do B's halves in this thread.  */
static void
work_at (struct wpp_phrases *p, struct batch *b)
{
  if (p->draft)
    wpp_phrases_add_to_draft (&b->top);
  else
    {
      add_to_top (&b->top);
      add_to_dictionary (&b->dictionary);
    }
  p->err = b->top.err ? b->top.err : b->dictionary.err;
}

/* Wait until everything appended has been done, except what the chunker holds.  If the last batch is large, the lanes
   do both halves at the same time; else this thread does them.  */
static void
wait_for_batches (struct wpp_phrases *p)
{
  struct batch *b = &p->batches[p->filled];
  if (p->chunker && !p->err && b->work >= BATCH_WORK / 8)
    give_to_lanes (p, b);
  bool given = b->waiting;
  for (unsigned i = 1; i <= p->n_batches; i++)
    wait_for (p, &p->batches[(p->filled + i) % p->n_batches]);
  if (p->chunker && !p->err && !given)
    work_at (p, b);
}

/* Move the phrases of the chunker to the batch, and give the batch to the lanes when it is full.  After an error the
   last phrases stay in the chunker, as letters.  */
static void
number_phrases (struct wpp_phrases *p)
{
  struct batch *b = &p->batches[p->filled];
  uint32_t done, fresh = 0;
  int err = wpp_phrase_table_number (&p->table, p->chunker, b->numbers + b->n, &done);
  for (uint32_t i = 0; i < done && !p->draft; i++)
    b->numbers[b->n + i] |= PHRASE;
  b->n += done;
  b->work += done;
  for (; b->first + b->n_fresh < p->table.n; b->n_fresh++)
    {
      b->fresh[b->n_fresh] = p->table.phrases[b->first + b->n_fresh];
      fresh += b->fresh[b->n_fresh].n;
    }
  b->work += fresh;
  if (err)
    p->chunker->at.from = p->chunker->phrases[done].from;
  wpp_chunker_next (p->chunker, fresh);
  p->err = err;
  if (b->work >= BATCH_WORK)
    wpp_phrases_send (p);
}

/* ---- The public functions.  */

struct wpp_phrases *
wpp_phrases_new (unsigned flags)
{
  struct wpp_phrases *p = calloc (1, sizeof *p);
  if (!p)
    return NULL;
  p->exponents = flags & WPP_SEQUITUR_EXPONENTS;
  p->later = flags & WPP_SEQUITUR_LATER;
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
  for (unsigned i = 0; i < p->n_batches; i++)
    wait_for (p, &p->batches[i]);
  free_batches (p);
  wpp_sequitur_free (p->top);
  wpp_sequitur_free (p->dictionary);
  wpp_draft_free (p->draft);
  wpp_alphabet_release (&p->alphabet);
  wpp_phrase_table_release (&p->table);
  free (p->chunker);
  free (p->rules);
  free (p);
}

int
wpp_phrases_begin (struct wpp_phrases *p)
{
  int err = p->later ? wpp_phrases_begin_draft (p) : 0;
  if (err)
    return err;
  if (!p->draft && !(p->dictionary = wpp_sequitur_new (p->exponents ? WPP_SEQUITUR_EXPONENTS : 0)))
    return WPP_E_NOMEM;
  p->chunker = calloc (1, sizeof *p->chunker);
  if (p->chunker)
    wpp_chunker_init (p->chunker);
  err = p->chunker ? wpp_phrase_table_init (&p->table) : WPP_E_NOMEM;
  bool few = __atomic_fetch_add (&n_with_batches, 1, __ATOMIC_RELAXED) < FEW_GRAMMARS;
  p->n_batches = few ? BATCHES : LEAST_BATCHES;
  return err ? err : start_batch (p, &p->batches[0]);
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
  p->top_size.memory += wpp_alphabet_memory (&p->alphabet);
  return done;
}

/* Append up to N EVENTS in phrases; return how many.  */
static size_t
append_phrases (struct wpp_phrases *p, const uint32_t *events, size_t n)
{
  if (!p->chunker)
    p->err = wpp_phrases_begin (p);
  if (p->err)
    return 0;
  size_t done = wpp_chunker_take (p->chunker, events, n, p->exponents);
  if (done < n)
    number_phrases (p);
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

/* Bytes of the batches, plus the most by which unfinished batches let the grammars grow.  */
static size_t
batches_memory (const struct wpp_phrases *p)
{
  size_t work = 0, begun = 0;
  for (unsigned i = 0; i < p->n_batches; i++)
    {
      const struct batch *b = &p->batches[i];
      begun += b->numbers != NULL;
      if (b->waiting || i == p->filled)
        work += b->work;
    }
  return work * WORK_BYTES + begun * BATCH_PHRASES * (sizeof (uint32_t) + sizeof (struct phrase));
}

size_t
wpp_phrases_memory (const struct wpp_phrases *p)
{
  size_t memory = sizeof *p + p->top_size.memory + p->dictionary_size.memory;
  if (p->chunker)
    memory += sizeof *p->chunker + wpp_phrase_table_memory (&p->table) + p->table.n * sizeof *p->rules
              + batches_memory (p);
  return memory;
}

uint64_t
wpp_phrases_symbols (const struct wpp_phrases *p)
{
  return p->top_size.symbols + p->dictionary_size.symbols;
}

/* ---- The grammar.  */

/* Return the letters that the chunker holds, in terminals, and set *N to their number.  Null when out of memory.  */
static struct letter *
letters_held (struct wpp_phrases *p, uint32_t *n)
{
  struct chunker *c = p->chunker;
  uint32_t complete = c ? c->at.n_letters - c->at.from : 0;
  *n = complete + (c && c->run.exponent > 0);
  struct letter *letters = malloc ((*n + 1) * sizeof *letters);
  int err = letters ? 0 : WPP_E_NOMEM;
  if (!err && complete)
    err = intern (p, c->letters + c->at.from, complete, letters);
  if (!err && *n > complete)
    err = intern (p, &c->run, 1, letters + complete);
  if (!err)
    return letters;
  free (letters);
  return NULL;
}

/* Append the letters that the chunker holds to S, which holds nothing back.  When there are nodes for all of them, no
   other lack of memory matters.  */
static int
put_rest (struct wpp_phrases *p, struct wpp_sequitur *s)
{
  uint32_t n;
  struct letter *letters = letters_held (p, &n);
  int err = letters ? wpp_sequitur_reserve (s, n * RETRACE_NODES) : WPP_E_NOMEM;
  for (uint32_t i = 0; i < n && !err; i++)
    wpp_sequitur_put (s, letters[i], i + 1 < n ? &letters[i + 1] : NULL);
  free (letters);
  return err;
}

int
wpp_phrases_work (struct wpp_phrases *p)
{
  if (p->chunker && !p->err)
    number_phrases (p);
  wait_for_batches (p);
  return p->err;
}

/* Append the rest of batch B to S and to the dictionary.  */
static int
rest_batch (struct wpp_phrases *p, struct batch *b)
{
  if (b->n == 0)
    return 0;
  p->dictionary_err = 0;
  add_to_dictionary (&b->dictionary);
  for (; b->top.done < b->n && !b->dictionary.err; b->top.done++)
    {
      struct letter number = { b->numbers[b->top.done], 1 };
      int err = wpp_rest_put (p->top, &number, 1);
      if (err)
        return err;
    }
  return b->dictionary.err;
}

/* Memory has run out: free everything that is not needed any more, and put all letters that were taken into the
   grammars.  */
static int
finish_without_memory (struct wpp_phrases *p)
{
  uint32_t n = 0;
  p->out_of_memory = true;
  int err = wpp_rest_begin (p->top);
  if (!err && p->dictionary)
    err = wpp_rest_begin (p->dictionary);
  for (unsigned i = 1; i <= p->n_batches && !err; i++)
    err = rest_batch (p, &p->batches[(p->filled + i) % p->n_batches]);
  struct letter *letters = err ? NULL : letters_held (p, &n);
  if (!err)
    err = letters ? wpp_rest_put (p->top, letters, n) : WPP_E_NOMEM;
  free (letters);
  return err;
}

/* Free everything of P that freezing does not need.  */
static void
strip (struct wpp_phrases *p)
{
  wpp_sequitur_strip (p->top);
  if (p->dictionary)
    wpp_sequitur_strip (p->dictionary);
  free_batches (p);
  wpp_phrase_table_release (&p->table);
  free (p->chunker);
  p->chunker = NULL;
}

struct wpp_grammar *
wpp_phrases_grammar (struct wpp_phrases *p, int *err)
{
  *err = wpp_phrases_work (p);
  struct wpp_sequitur *top = *err ? NULL : wpp_sequitur_flushed_copy (p->top);
  if (!*err)
    *err = top ? put_rest (p, top) : WPP_E_NOMEM;
  if (!*err && p->dictionary)
    *err = wpp_compose (top, p->dictionary, p->rules, p->table.n);
  struct wpp_grammar *g = *err ? NULL : wpp_sequitur_freeze (top, &p->alphabet, err);
  wpp_sequitur_free (top);
  return g;
}

/* Code S, which holds nothing back.  */
static int
encode_whole (struct wpp_sequitur *s, const struct wpp_alphabet *alphabet, unsigned char **bytes, size_t *size)
{
  struct wpp_steps *w = wpp_sequitur_steps (s, alphabet);
  int err = w ? wpp_steps_encode (w, bytes, size) : WPP_E_NOMEM;
  wpp_sequitur_steps_free (w);
  return err;
}

/* Code P's grammar through flat arrays: it is big, or some rules are unused, or there is little memory.  */
static int
encode_frozen (struct wpp_phrases *p, unsigned char **bytes, size_t *size)
{
  int err;
  struct wpp_grammar *g = wpp_sequitur_freeze (p->top, &p->alphabet, &err);
  if (!g)
    return err;
  wpp_sequitur_free (p->top);
  p->top = NULL;
  err = wpp_grammar_encode (g, bytes, size);
  /* The plain form needs little memory.  */
  if (err == WPP_E_NOMEM)
    err = wpp_grammar_encode_fast (g, false, bytes, size);
  wpp_grammar_free (g);
  return err;
}

/* Code the grammar of P, which holds nothing back.  */
static int
encode (struct wpp_phrases *p, unsigned char **bytes, size_t *size)
{
  int err = WPP_E_NOMEM;
  if (!p->out_of_memory && p->top->n_symbols <= WPP_MOST_MODELLED)
    err = encode_whole (p->top, &p->alphabet, bytes, size);
  return err == WPP_E_NOMEM ? encode_frozen (p, bytes, size) : err;
}

int
wpp_phrases_settle (struct wpp_phrases *p)
{
  int err = wpp_phrases_work (p);
  if (!err)
    {
      wpp_sequitur_flush (p->top);
      err = wpp_window_left (&p->top->window) ? WPP_E_NOMEM : put_rest (p, p->top);
    }
  if (err == WPP_E_NOMEM)
    err = finish_without_memory (p);
  uint32_t n_phrases = p->table.n;
  strip (p);
  if (!err && p->dictionary)
    err = wpp_compose (p->top, p->dictionary, p->rules, n_phrases);
  wpp_sequitur_free (p->dictionary);
  p->dictionary = NULL;
  return err;
}

int
wpp_phrases_finish (struct wpp_phrases *p, unsigned char **bytes, size_t *size, uint64_t *lost)
{
  *lost = 0;
  int err = p->draft ? wpp_phrases_finish_draft (p, bytes, size, lost) : wpp_phrases_settle (p);
  if (!err && !p->draft)
    err = encode (p, bytes, size);
  wpp_phrases_free (p);
  return err;
}

int
wpp_phrases_snapshot (struct wpp_phrases *p, unsigned char **bytes, size_t *size)
{
  int err = 0;
  if (p->draft)
    return wpp_phrases_copy_draft (p, bytes, size);
  struct wpp_grammar *g = wpp_phrases_grammar (p, &err);
  if (g)
    err = wpp_grammar_encode (g, bytes, size);
  wpp_grammar_free (g);
  return err;
}
