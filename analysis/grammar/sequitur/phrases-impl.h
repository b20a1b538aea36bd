/* The state of the conversion of events into a grammar or a draft (phrases.h), shared by phrases.c and drafts.c.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_PHRASES_IMPL_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_PHRASES_IMPL_H

#include "grammar/coding/draft.h"
#include "grammar/rules/alphabet.h"
#include "grammar/sequitur/compose.h"
#include "grammar/sequitur/interleaved.h"
#include "grammar/sequitur/phrase-table.h"
#include "grammar/sequitur/phrases.h"
#include "base/lane.h"

#ifndef SINGLE_EVENTS
#define SINGLE_EVENTS (1u << 13) /* appended one by one; tests lower it */
#endif
#ifndef BATCH_WORK
#define BATCH_WORK (1u << 15)    /* phrases plus letters of new phrases in a batch; tests lower it */
#endif
_Static_assert (PHRASE_LETTERS <= PARSER_LETTERS, "a parser has room for a phrase");
_Static_assert (PHRASE_LETTERS <= WPP_DRAFT_PHRASE && SINGLE_EVENTS <= WPP_DRAFT_FIRST, "a draft has room for them");
#define BATCH_PHRASES (BATCH_WORK + CHUNKER_LETTERS / 2)
/* One batch is filled while the lanes work on others.  Sometimes one lane is the slowest, sometimes the other, so many
   batches save a tenth of the time.  But each takes up to 0.7 MB, so when there are more than FEW_GRAMMARS grammars,
   each has only the least number.  */
#define BATCHES 16u
#define LEAST_BATCHES 3u
#define FEW_GRAMMARS 4u
#define WORK_BYTES 24            /* by which a grammar grows for each unit of work where nothing repeats */

struct size
{
  uint64_t symbols;
  size_t memory;
};

struct half /* a lane's half of a batch, and its result; the draft's lane has `top' alone */
{
  struct job job;
  struct wpp_phrases *phrases;
  struct batch *batch;
  uint32_t done;    /* how much of the batch is done */
  int err;
  struct size size; /* of the grammar then */
};

struct batch
{
  uint32_t *numbers;     /* [n] phrases to append to S: PHRASE | number, in a draft without PHRASE */
  uint32_t n;
  struct phrase *fresh;  /* [n_fresh] new phrases among them, the first of which has the number FIRST */
  uint32_t n_fresh, first;
  uint32_t work;
  bool waiting;          /* the halves are in their lanes */
  struct half top, dictionary;
};

struct wpp_phrases
{
  bool exponents, later;        /* later: a draft is made when phrases begin */
  uint64_t n_events;
  uint64_t single;              /* events are appended one by one up to this one */
  struct wpp_alphabet alphabet; /* of events */
  struct wpp_sequitur *top, *dictionary; /* null when there is a draft */
  struct wpp_draft *draft;
  struct chunker *chunker;
  struct phrase_table table;
  uint32_t *rules;              /* [rules_room] of phrases in the dictionary */
  size_t rules_room;
  struct batch batches[BATCHES];
  unsigned n_batches;           /* batches that are used in turn; memory is allocated at first use */
  unsigned filled;              /* the batch that is filled */
  struct size top_size, dictionary_size; /* after the last batch that was waited for */
  int top_err, dictionary_err;           /* of the lanes: after an error nothing more is appended */
  int err;
  bool out_of_memory;                        /* memory has run out */
};

/* ---- phrases.c  */

/* Append events in phrases from now on.  Return 0 or WPP_E_NOMEM.  */
int wpp_phrases_begin (struct wpp_phrases *p);
/* Number the chunker's phrases, and finish all batches.  Return P's error.  */
int wpp_phrases_work (struct wpp_phrases *p);
/* Give the batch to the lanes.  */
void wpp_phrases_send (struct wpp_phrases *p);
/* Put everything into S, and put phrases in their places.  The rest of P is freed, except the alphabet.  Return 0 or an
   error.  */
int wpp_phrases_settle (struct wpp_phrases *p);

/* ---- drafts.c  */

/* Turn S, which has the first events, into a draft.  Return 0 or WPP_E_NOMEM, with P unchanged.  */
int wpp_phrases_begin_draft (struct wpp_phrases *p);
/* Append to the draft the phrases of the half that are not in it yet.  */
void wpp_phrases_add_to_draft (struct half *h);
/* Code the draft as wpp_phrases_finish does.  */
int wpp_phrases_finish_draft (struct wpp_phrases *p, unsigned char **bytes, size_t *size, uint64_t *lost);
/* Code a copy of it.  */
int wpp_phrases_copy_draft (struct wpp_phrases *p, unsigned char **bytes, size_t *size);

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_PHRASES_IMPL_H */
