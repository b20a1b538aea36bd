/* The meaning of a profile's words (words.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include "format/event.h"
#include "profile/words.h"
#include "support/bytes.h"
#include "support/error.h"
#include "support/search.h"

/* A rule takes at most as much memory as this many symbols.  */
#define RULE_SYMBOLS 4

const struct wpp_word *
wpp_words_find (const struct wpp_words *words, uint32_t word)
{
  size_t i = WPP_PARTITION_POINT (k, words->n, words->words[k].word < word);
  return i < words->n && words->words[i].word == word ? &words->words[i] : NULL;
}

/* ---- Spelling out.  */

/* Set SEQUENCES [g->n_terminals].  Return by how many symbols the grammar of events is larger than G.  */
static uint64_t
find_sequences (const struct wpp_words *words, const struct wpp_grammar *g, struct wpp_sequence *sequences)
{
  uint64_t more = 0;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      const struct wpp_word *word = wpp_words_find (words, g->terminals[t]);
      sequences[t] = word ? word->sequence : (struct wpp_sequence){ 0 };
      more += word ? RULE_SYMBOLS + sequences[t].n : 0;
    }
  return more;
}

int
wpp_words_spell_out (const struct wpp_words *words, struct wpp_grammar **g, size_t size)
{
  if (!words->n)
    return 0;
  struct wpp_sequence *sequences = malloc (((*g)->n_terminals + (size_t) 1) * sizeof *sequences);
  if (!sequences)
    return WPP_E_NOMEM;
  int err = 0;
  uint64_t more = find_sequences (words, *g, sequences);
  /* Small segments may have more symbols for each byte.  */
  if (more / 8 > size + (uint64_t) 32)
    err = WPP_E_TOOBIG;
  struct wpp_grammar *events = more && !err ? wpp_grammar_spell_out (*g, sequences, &err) : NULL;
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
