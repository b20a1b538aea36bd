/* The meaning of a profile's words (words.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include "format/event.h"
#include "profile/words.h"
#include "support/bytes.h"
#include "support/error.h"
#include "support/search.h"

/* Units of work (wpp_grammar_work) of a rule, and of a run, which may be of an event that occurs nowhere else.  */
#define RULE_WORK 4
#define RUN_WORK 2

const struct wpp_word *
wpp_words_find (const struct wpp_words *words, uint32_t word)
{
  size_t i = WPP_FIND_SORTED (k, words->n, words->words[k].word, word);
  return i < words->n ? &words->words[i] : NULL;
}

/* ---- Spelling out.  */

uint64_t
wpp_words_work (const struct wpp_words *words, uint64_t terminals)
{
  const uint64_t most = RULE_WORK + RUN_WORK * WPP_WORD_RUNS,
                 all = RULE_WORK * (uint64_t)words->n + RUN_WORK * words->n_runs;
  return terminals > all / most ? all : most * terminals;
}

/* Set SEQUENCES [g->n_terminals]; return whether G has a packed word.  */
static bool
find_sequences (const struct wpp_words *words, const struct wpp_grammar *g, struct wpp_sequence *sequences)
{
  bool any = false;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      const struct wpp_word *word = wpp_words_find (words, g->terminals[t]);
      sequences[t] = word ? word->sequence : (struct wpp_sequence){ 0 };
      any |= word != NULL;
    }
  return any;
}

int
wpp_words_spell_out (const struct wpp_words *words, struct wpp_grammar **g)
{
  if (!words->n)
    return 0;
  struct wpp_sequence *sequences = malloc (((*g)->n_terminals + (size_t) 1) * sizeof *sequences);
  if (!sequences)
    return WPP_E_NOMEM;
  int err = 0;
  struct wpp_grammar *events
    = find_sequences (words, *g, sequences) ? wpp_grammar_spell_out (*g, sequences, &err) : NULL;
  if (events)
    {
      wpp_grammar_free (*g);
      *g = events;
    }
  free (sequences);
  return err;
}

/* ---- Section "WORD".  */

void
wpp_words_put (struct wpp_buffer *b, const struct wpp_words *words)
{
  uint32_t before = 0;
  wpp_put_leb (b, words->n);
  wpp_put_leb (b, words->n_runs);
  for (uint32_t i = 0; i < words->n; i++)
    {
      const struct wpp_word *word = &words->words[i];
      wpp_put_leb (b, word->word - before);
      wpp_put_leb (b, word->sequence.n);
      before = word->word;
      for (uint32_t k = 0; k < word->sequence.n; k++)
        {
          wpp_put_leb (b, word->sequence.runs[k].event);
          wpp_put_leb (b, word->sequence.runs[k].times);
        }
    }
}

/* Read the sequence of WORD into RUNS, which has room for ROOM.  */
static void
read_sequence (struct wpp_reader *r, struct wpp_word *word, struct wpp_event_run *runs, uint64_t room)
{
  word->sequence = (struct wpp_sequence){ wpp_read_leb32 (r), runs };
  if (!word->sequence.n || word->sequence.n > WPP_WORD_RUNS || word->sequence.n > room)
    r->bad = true;
  for (uint32_t i = 0; i < word->sequence.n && !r->bad; i++)
    {
      runs[i].event = wpp_read_leb32 (r);
      runs[i].times = wpp_read_leb32 (r);
      if (runs[i].event < WPP_EVENT_FIRST_PATH || !runs[i].times)
        r->bad = true;
    }
}

/* Read WORD, which must be greater than the word BEFORE.  */
static void
read_word (struct wpp_reader *r, struct wpp_word *word, uint32_t before)
{
  uint32_t more = wpp_read_leb32 (r);
  if (!more || __builtin_add_overflow (before, more, &word->word) || word->word < WPP_EVENT_FIRST_PATH)
    r->bad = true;
}

int
wpp_words_read (struct wpp_reader *r, struct wpp_words *words)
{
  size_t n = wpp_read_count (r, 4), n_runs = wpp_read_count (r, 2);
  uint32_t before = 0;
  if (r->bad)
    return 0;
  words->words = calloc (n + 1, sizeof *words->words);
  words->runs = calloc (n_runs + 1, sizeof *words->runs);
  if (!words->words || !words->runs)
    {
      wpp_words_release (words);
      return WPP_E_NOMEM;
    }
  for (size_t i = 0; i < n && !r->bad; i++)
    {
      struct wpp_word *word = &words->words[words->n++];
      read_word (r, word, before);
      read_sequence (r, word, &words->runs[words->n_runs], n_runs - words->n_runs);
      before = word->word;
      words->n_runs += word->sequence.n;
    }
  if (words->n_runs != n_runs)
    r->bad = true;
  return 0;
}

void
wpp_words_release (struct wpp_words *words)
{
  free (words->words);
  free (words->runs);
  *words = (struct wpp_words){ 0 };
}
