/* The draft of a grammar (draft.h, wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Encoder and decoder are the same functions, as in codec.c: when decoding, what they are given is ignored, and what
   they return comes from the bytes.

   The code comes first and the counts behind it, because they are known in the end; the size of the counts is the
   last thing.  The buffer always has room for them, so a draft can be finished when memory has run out.

   The encoder knows the phrases that follow, and prefetches what they need.

   Longer than 500 lines: encoder and decoder are one, with all that they share.  */

#include "coding/draft.h"

#include <stdlib.h>
#include <string.h>
#include "coding/choice.h"
#include "coding/contexts.h"
#include "coding/number-tree.h"
#include "coding/numbers.h"
#include "grammar/alphabet.h"
#include "support/array.h"
#include "support/error.h"
#include "support/fetch.h"
#include "support/huge-pages.h"

#define FLAG_EXPONENTS 1u
#define FLAG_DRAFT 64u             /* in no grammar's first byte */

/* The kind of a phrase or a letter: RECALLED + I is the number I of the first list.  */
enum { RECALLED, UNRECALLED = RECALLED + WPP_RECALLED, NEW };

#define SURE 8u                    /* phrases in a row that were the first of their lists, before a match begins */
#define LONG_MATCH 8u              /* after a match of so many phrases, the next one may begin at once */
enum { NO_MATCH, SHORT_MATCH, AFTER_MATCHES = 3 }; /* what came before a phrase that is not in a match */

/* Logarithms of the least and greatest numbers of places to look for a match, of phrases that are remembered, and of
   lists.  */
#define PLACES_LEAST 8
#define PAST_LEAST 8
#ifndef PLACES_MOST
#define PLACES_MOST 20
#define PAST_MOST 22
#define LISTS_MOST 20
#define LETTER_LISTS_MOST 18     /* tests lower these four */
#endif

#define AHEAD 8                    /* the encoder prefetches lists and models this many phrases ahead */
#define TAIL 4                     /* letters before a letter that predict it */
#define SPREAD UINT32_C (0x9e3779b1)
#define LETTER_WORK 2              /* in the units of wpp_grammar_work, and below */
#define TERMINAL_WORK 20
#define MOST_LETTERS_A_BYTE 8192   /* what a byte may stand for: bounds allocations by sizes */

/* The most bytes that a letter, or a phrase without its letters, is coded as; and the counts with the last letters.  */
#define LETTER_BYTES 48
#define PHRASE_BYTES 64
#define COUNT_BYTES (9 * 10 + 4)
#define LAST_BYTES 10

struct models
{
  struct wpp_choices phrase[AFTER_MATCHES][WPP_LIST_STATES];
  struct wpp_choices phrase_place[WPP_LIST_STATES];     /* in the second list */
  struct wpp_choices match, match_bits[WPP_CHOICES];    /* its length */
  struct wpp_choices length, length_bits[WPP_CHOICES];  /* of a new phrase */
  struct wpp_choices letter[WPP_LIST_STATES];
  struct wpp_choices letter_place[WPP_LIST_STATES];     /* in the second list */
  struct wpp_choices exponent[WPP_MOST_SAME][WPP_CHOICES];
  struct wpp_choices exponent_bits[WPP_CHOICES];
  struct wpp_event_models event;
};

/* Lists that become more as what is listed becomes more.  */
struct lists
{
  struct wpp_lists lists;
  unsigned bits, most;   /* logarithms of their number */
};

struct terminal
{
  uint16_t exponent;     /* the latest, 0 if that needs more than 16 bits */
  uint8_t same;          /* how often in a row it was that one */
};

/* The terminals that a phrase ends with, plus 1, the latest first; 0: none.  */
struct tail
{
  uint32_t last[TAIL];
};

struct wpp_draft
{
  struct wpp_coder coder;
  struct models *models;
  bool exponents;
  int err;                           /* encoding: after it nothing is appended */
  struct wpp_draft_counts counts;    /* decoding: in the end */
  uint64_t n_first;                  /* first letters so far */
  uint64_t n_passed;                 /* phrases so far */

  struct lists after_two, after_one; /* phrases */
  struct wpp_tree numbers;           /* of phrases */
  uint32_t n_phrases;                /* distinct ones so far */
  struct tail *tails;                /* [n_phrases] */
  size_t tails_room;
  uint64_t n_coded;                  /* not in matches, so far */
  uint64_t n_unrecalled;             /* of these, coded by their numbers or by the second list */

  struct lists after_letters, after_letter;
  struct wpp_tree terminal_numbers;
  struct wpp_alphabet alphabet;      /* encoding */
  uint32_t *events;                  /* decoding: [n_terminals] */
  size_t events_room;
  uint32_t n_terminals;              /* so far */
  struct terminal *terminals;        /* [n_terminals] */
  size_t terminals_room;
  uint32_t latest_event;             /* word of the newest terminal */
  struct tail before;                /* what comes before the next letter */
  uint64_t n_letters;                /* of distinct phrases, so far */

  uint32_t n;                        /* phrases so far, modulo 2^32 */
  uint32_t *past;                    /* [2^past_bits] the latest phrases: phrase N at N modulo their number */
  unsigned past_bits;
  uint32_t *places;                  /* [2^places_bits] by hash: the place after three phrases */
  unsigned places_bits;
  unsigned sure;                     /* phrases in a row that were the first of their lists */
  unsigned after;                    /* what came before the next phrase: NO_MATCH ... */
  bool matching;
  uint32_t match;                    /* the place that the match goes on with */
  uint64_t match_length;             /* encoding: so far; decoding: in the end */
  uint64_t match_left;               /* decoding */

  struct letter *letters;            /* decoding: [counts.letters] */
  struct phrase *phrases;            /* decoding: [n_phrases] */
  size_t phrases_room;
  struct letter *last;               /* decoding: [counts.last] */
};

/* ---- Tables that grow.  */

static int
init_lists (struct lists *l, unsigned most)
{
  *l = (struct lists){ .bits = WPP_LISTS_LEAST, .most = most };
  return wpp_lists_init (&l->lists, l->bits);
}

/* Let L have enough lists when N things were not in them.  */
static inline int
fit_lists (struct lists *l, uint64_t n)
{
  if (__builtin_expect (n >> l->bits < 2 || l->bits == l->most, 1))
    return WPP_OK;
  int err = wpp_lists_double (&l->lists);
  l->bits += !err;
  return err;
}

/* Double TABLE, of 2^*BITS numbers.  They are in order, or are found by hash; then each gets into both of the places
   that it may have.  */
static int
double_table (uint32_t **table, unsigned *bits, bool ordered)
{
  size_t n = (size_t)1 << *bits, size = n * sizeof **table;
  uint32_t *new = wpp_huge_grow (*table, size, 2 * size);
  if (!new)
    return WPP_E_NOMEM;
  if (!ordered)
    memcpy (new + n, new, size);
  *table = new;
  ++*bits;
  return WPP_OK;
}

/* ---- Matches.  */

static inline uint32_t *
past (struct wpp_draft *d, uint32_t place)
{
  return &d->past[place & ((UINT32_C (1) << d->past_bits) - 1)];
}

static inline uint32_t
past_or_none (struct wpp_draft *d, uint32_t back)
{
  return d->n < back ? UINT32_MAX : *past (d, d->n - back);
}

/* Is PLACE one of the past, which is remembered?  */
static inline bool
place_p (const struct wpp_draft *d, uint32_t place)
{
  return place != 0 && d->n - place - 1 < (UINT32_C (1) << d->past_bits) - 1;
}

/* The past gets NUMBER.  */
static inline int
add_to_past (struct wpp_draft *d, uint32_t number)
{
  if (__builtin_expect (d->n >> d->past_bits == 1 && d->past_bits < PAST_MOST, 0)
      && double_table (&d->past, &d->past_bits, true))
    return WPP_E_NOMEM;
  *past (d, d->n++) = number;
  return WPP_OK;
}

/* Note the place behind the last three phrases.  If the last phrases were predicted, and these three have been before,
   a match begins.  */
static inline int
note_place (struct wpp_draft *d)
{
  if (__builtin_expect (d->n_coded >> d->places_bits && d->places_bits < PLACES_MOST, 0)
      && double_table (&d->places, &d->places_bits, false))
    return WPP_E_NOMEM;
  uint32_t last = past_or_none (d, 1), hash = wpp_hash2 (wpp_hash2 (last, past_or_none (d, 2)), past_or_none (d, 3));
  uint32_t *at = &d->places[hash & ((UINT32_C (1) << d->places_bits) - 1)];
  /* Most places are not in the cache, so they are not read without need.  */
  if (d->sure >= SURE)
    {
      d->match = *at;
      d->match_length = 0;
      d->matching = place_p (d, d->match) && *past (d, d->match - 1) == last;
    }
  *at = d->n;
  return WPP_OK;
}

/* A match of LENGTH phrases has ended.  */
static inline void
end_match (struct wpp_draft *d, uint64_t length)
{
  d->matching = false;
  d->sure = length >= LONG_MATCH ? SURE - 1 : 0;
  d->after = NO_MATCH + (length > 0) + (length >= 2 * LONG_MATCH);
}

static inline uint32_t
code_match (struct wpp_draft *d, uint32_t length)
{
  return wpp_code_sized (&d->coder, &d->models->match, d->models->match_bits, length);
}

/* ---- Letters.  */

static inline void
add_to_tail (struct tail *t, uint32_t terminal)
{
  memmove (t->last + 1, t->last, (TAIL - 1) * sizeof *t->last);
  t->last[0] = terminal + 1;
}

static int
add_terminal (struct wpp_draft *d, uint32_t event)
{
  if (!d->coder.decoding)
    return wpp_tree_add (&d->terminal_numbers);
  if (d->n_terminals == d->counts.terminals)
    return WPP_E_CORRUPT;
  if (WPP_RESERVE (d->events, d->events_room, d->n_terminals, 1)
      || WPP_RESERVE (d->terminals, d->terminals_room, d->n_terminals, 1))
    return WPP_E_NOMEM;
  d->events[d->n_terminals] = event;
  return wpp_tree_add (&d->terminal_numbers);
}

/* Code a new terminal, which EVENT is.  */
static int
code_new_terminal (struct wpp_draft *d, uint32_t event)
{
  d->latest_event = wpp_code_event (&d->coder, &d->models->event, d->latest_event, event);
  int err = add_terminal (d, d->latest_event);
  if (err)
    return err;
  d->terminals[d->n_terminals++] = (struct terminal){ 0 };
  return WPP_OK;
}

/* Code NUMBER by its place in L, if it is there, else by its place in T.  */
static inline uint32_t
code_unrecalled (struct wpp_draft *d, struct wpp_list *l, struct wpp_choices *places, struct wpp_tree *t,
                 uint32_t number)
{
  if (l->n > 0)
    {
      unsigned place = d->coder.decoding ? 0 : wpp_list_place (l, number);
      place = wpp_choice_code_among (&places[wpp_list_state (l)], &d->coder, place < l->n ? place : WPP_RECALLED, l->n,
                                     WPP_RECALLED, WPP_RECALLED);
      if (place < WPP_RECALLED)
        {
          number = l->number[place];
          wpp_list_note (l, place, number);
          return number;
        }
    }
  number = wpp_tree_code_last (t, &d->coder, number, wpp_tree_code_high (t, &d->coder, number));
  wpp_list_note (l, l->n, number);
  return number;
}

/* The kind of NUMBER after the list L, when there are N numbers.  */
static inline unsigned
kind_of (const struct wpp_list *l, uint32_t number, uint32_t n)
{
  unsigned place = wpp_list_place (l, number);
  return number == n ? NEW : place < l->n ? RECALLED + place : UNRECALLED;
}

/* Code a letter, which is *L; when encoding, its terminal is TERMINAL.  */
static int
code_letter (struct wpp_draft *d, uint32_t terminal, struct letter *l)
{
  struct models *m = d->models;
  const uint32_t *b = d->before.last;
  uint32_t hash = wpp_hash2 (b[0] + SPREAD * b[2], b[1] + SPREAD * b[3]);
  struct wpp_list *all = wpp_list_find (&d->after_letters.lists, hash);
  struct wpp_list *one = wpp_list_find (&d->after_letter.lists, wpp_hash2 (b[0], 0));
  unsigned kind = d->coder.decoding ? 0 : kind_of (all, terminal, d->n_terminals);
  kind = wpp_choice_code_among (&m->letter[wpp_list_state (all)], &d->coder, kind, RECALLED + all->n, UNRECALLED, NEW);
  int err = WPP_OK;
  if (kind < UNRECALLED)
    terminal = all->number[kind - RECALLED];
  else if (kind == NEW)
    {
      terminal = d->n_terminals;
      err = code_new_terminal (d, l->symbol);
      wpp_list_note (one, one->n, terminal);
    }
  else if (d->n_terminals == 0)
    err = WPP_E_CORRUPT;
  else
    terminal = code_unrecalled (d, one, m->letter_place, &d->terminal_numbers, terminal);
  if (err)
    return err;
  wpp_list_note (all, kind < UNRECALLED ? kind - RECALLED : all->n, terminal);
  struct terminal *t = &d->terminals[terminal];
  l->exponent = wpp_code_exponent (&d->coder, m->exponent, m->exponent_bits, &t->exponent, &t->same, l->exponent);
  if (d->coder.decoding)
    l->symbol = d->events[terminal];
  add_to_tail (&d->before, terminal);
  return l->exponent ? WPP_OK : WPP_E_CORRUPT;
}

/* Let there be enough lists of letters.  */
static int
fit_letter_lists (struct wpp_draft *d, uint64_t n)
{
  int err = fit_lists (&d->after_letters, n / 2);
  return err ? err : fit_lists (&d->after_letter, n / 8);
}

/* ---- Phrases.  */

/* The phrase with the number n_phrases is complete, and ends with what came before.  */
static int
learn_phrase (struct wpp_draft *d)
{
  if (WPP_RESERVE (d->tails, d->tails_room, d->n_phrases, 1))
    return WPP_E_NOMEM;
  d->tails[d->n_phrases++] = d->before;
  return wpp_tree_add (&d->numbers);
}

/* Decoding: a new phrase.  */
static int
get_new_phrase (struct wpp_draft *d)
{
  uint32_t n = wpp_code_sized (&d->coder, &d->models->length, d->models->length_bits, 0);
  if (n == 0 || n > WPP_DRAFT_PHRASE || d->n_phrases == d->counts.distinct || n > d->counts.letters - d->n_letters)
    return WPP_E_CORRUPT;
  if (WPP_RESERVE (d->phrases, d->phrases_room, d->n_phrases, 1))
    return WPP_E_NOMEM;
  struct letter *letters = d->letters + d->n_letters;
  int err = WPP_OK;
  for (uint32_t i = 0; i < n && !err; i++)
    err = code_letter (d, 0, &letters[i]);
  d->phrases[d->n_phrases] = (struct phrase){ letters, n };
  d->n_letters += n;
  return err;
}

/* Encoding: set TERMINALS to those of LETTERS [N], and make room for what coding them needs, so that coding a letter
   does not fail.  */
static int
find_terminals (struct wpp_draft *d, const struct letter *letters, uint32_t n, uint32_t *terminals)
{
  int err = WPP_OK;
  for (uint32_t i = 0; i < n && !err; i++)
    err = wpp_alphabet_intern (&d->alphabet, letters[i].symbol, &terminals[i]);
  if (!err && WPP_RESERVE (d->terminals, d->terminals_room, d->n_terminals, n))
    err = WPP_E_NOMEM;
  return err;
}

/* Encoding: the new phrase P.  */
static int
put_new_phrase (struct wpp_draft *d, const struct phrase *p)
{
  uint32_t terminals[WPP_DRAFT_PHRASE];
  int err = find_terminals (d, p->letters, p->n, terminals);
  if (err)
    return err;
  wpp_code_sized (&d->coder, &d->models->length, d->models->length_bits, p->n);
  for (uint32_t i = 0; i < p->n && !err; i++)
    {
      struct letter l = p->letters[i];
      err = code_letter (d, terminals[i], &l);
    }
  d->n_letters += p->n;
  return err;
}

/* Code a new phrase, P when encoding.  */
static int
code_new_phrase (struct wpp_draft *d, uint32_t last, const struct phrase *p)
{
  d->before = last < d->n_phrases ? d->tails[last] : d->before;
  int err = p ? put_new_phrase (d, p) : get_new_phrase (d);
  if (!err)
    err = fit_letter_lists (d, d->n_letters);
  return err ? err : learn_phrase (d);
}

static inline uint32_t
hash_of_two (uint32_t last, uint32_t before)
{
  return wpp_hash2 (last, before);
}

static inline uint32_t
hash_of_one (uint32_t last)
{
  return wpp_hash2 (last, 0);
}

/* Code the phrase *NUMBER, which is not in a match.  When encoding a new one, it is FRESH.  */
static int
code_phrase (struct wpp_draft *d, uint32_t *number, const struct phrase *fresh)
{
  struct models *m = d->models;
  uint32_t last = past_or_none (d, 1);
  struct wpp_list *two = wpp_list_find (&d->after_two.lists, hash_of_two (last, past_or_none (d, 2)));
  struct wpp_list *one = wpp_list_find (&d->after_one.lists, hash_of_one (last));
  unsigned kind = d->coder.decoding ? 0 : kind_of (two, *number, d->n_phrases);
  kind = wpp_choice_code_among (&m->phrase[d->after][wpp_list_state (two)], &d->coder, kind, RECALLED + two->n,
                                UNRECALLED, NEW);
  int err = WPP_OK;
  if (kind < UNRECALLED)
    *number = two->number[kind - RECALLED];
  else if (kind == NEW)
    {
      *number = d->n_phrases;
      err = code_new_phrase (d, last, fresh);
      wpp_list_note (one, one->n, *number);
    }
  else if (d->n_phrases == 0)
    err = WPP_E_CORRUPT;
  else
    {
      *number = code_unrecalled (d, one, m->phrase_place, &d->numbers, *number);
      d->n_unrecalled++;
    }
  if (err)
    return err;
  if (d->coder.decoding)
    {
      wpp_list_prefetch (&d->after_two.lists, hash_of_two (*number, last));
      wpp_list_prefetch (&d->after_one.lists, hash_of_one (*number));
    }
  wpp_list_note (two, kind < UNRECALLED ? kind - RECALLED : two->n, *number);
  d->sure = kind == RECALLED ? d->sure + 1 : 0;
  d->after = NO_MATCH;
  d->n_coded++;
  err = add_to_past (d, *number);
  if (!err)
    err = note_place (d);
  if (!err)
    err = fit_lists (&d->after_two, d->n_unrecalled + d->n_phrases);
  return err ? err : fit_lists (&d->after_one, d->n_phrases);
}

/* ---- Encoding.  */

static int
init_models (struct wpp_draft *d)
{
  struct models *m = d->models = aligned_alloc (sizeof (struct wpp_choices), sizeof *m);
  if (!m)
    return WPP_E_NOMEM;
  struct wpp_choices *all = (struct wpp_choices *)m;
  for (size_t i = 0; i < sizeof *m / sizeof *all; i++)
    wpp_choices_init (&all[i], WPP_CHOICES);
  wpp_bits_init (m->match_bits, 1);
  wpp_bits_init (m->length_bits, 1);
  wpp_bits_init (m->exponent_bits, WPP_SIZED);
  wpp_choices_init (&m->event.digits, WPP_EVENT_DIGITS + 1);
  return WPP_OK;
}

/* Allocate D's tables, of the least sizes.  */
static int
init_draft (struct wpp_draft *d)
{
  d->past_bits = PAST_LEAST;
  d->places_bits = PLACES_LEAST;
  d->past = wpp_huge_new (sizeof *d->past << PAST_LEAST);
  d->places = wpp_huge_new (sizeof *d->places << PLACES_LEAST);
  int err = d->past && d->places ? init_models (d) : WPP_E_NOMEM;
  if (!err)
    err = init_lists (&d->after_two, LISTS_MOST);
  if (!err)
    err = init_lists (&d->after_one, LISTS_MOST - 2);
  if (!err)
    err = init_lists (&d->after_letters, LETTER_LISTS_MOST);
  return err ? err : init_lists (&d->after_letter, LETTER_LISTS_MOST - 2);
}

void
wpp_draft_free (struct wpp_draft *d)
{
  if (!d)
    return;
  wpp_lists_release (&d->after_two.lists);
  wpp_lists_release (&d->after_one.lists);
  wpp_lists_release (&d->after_letters.lists);
  wpp_lists_release (&d->after_letter.lists);
  wpp_tree_release (&d->numbers);
  wpp_tree_release (&d->terminal_numbers);
  wpp_alphabet_release (&d->alphabet);
  wpp_buffer_release (&d->coder.out);
  if (d->past)
    wpp_huge_free (d->past, sizeof *d->past << d->past_bits);
  if (d->places)
    wpp_huge_free (d->places, sizeof *d->places << d->places_bits);
  free (d->models);
  free (d->tails);
  free (d->events);
  free (d->terminals);
  free (d->letters);
  free (d->phrases);
  free (d->last);
  free (d);
}

const struct wpp_draft_counts *
wpp_draft_counts (const struct wpp_draft *d)
{
  return &d->counts;
}

/* Let the buffer have room for BYTES of code and for the counts.  */
static inline int
reserve_bytes (struct wpp_draft *d, size_t bytes)
{
  size_t needed = bytes + COUNT_BYTES + WPP_DRAFT_PHRASE * LAST_BYTES + sizeof d->coder.low;
  bool there = d->coder.out.capacity - d->coder.out.size >= needed;
  return there || wpp_coder_reserve (&d->coder, needed) ? WPP_OK : WPP_E_NOMEM;
}

struct wpp_draft *
wpp_draft_new (bool exponents)
{
  struct wpp_draft *d = calloc (1, sizeof *d);
  if (!d)
    return NULL;
  d->exponents = exponents;
  wpp_coder_encode (&d->coder);
  int err = wpp_alphabet_init (&d->alphabet);
  if (!err)
    err = init_draft (d);
  if (!err)
    err = reserve_bytes (d, 1);
  /* No carry can reach it.  */
  if (!err)
    wpp_put_u8 (&d->coder.out, FLAG_DRAFT | (exponents ? FLAG_EXPONENTS : 0));
  if (!err)
    return d;
  wpp_draft_free (d);
  return NULL;
}

int
wpp_draft_put_first (struct wpp_draft *d, struct letter l)
{
  uint32_t terminal;
  if (!d->err)
    d->err = reserve_bytes (d, LETTER_BYTES);
  if (!d->err)
    d->err = find_terminals (d, &l, 1, &terminal);
  if (!d->err)
    d->err = code_letter (d, terminal, &l);
  d->n_first += !d->err;
  if (!d->err)
    d->err = fit_letter_lists (d, d->n_first);
  return d->err;
}

/* Prefetch what coding the phrase NEXT needs, behind the phrases LAST and BEFORE.  */
static inline void
look_ahead (struct wpp_draft *d, uint32_t next, uint32_t last, uint32_t before)
{
  wpp_list_prefetch (&d->after_two.lists, hash_of_two (last, before));
  wpp_list_prefetch (&d->after_one.lists, hash_of_one (last));
  if (next < d->n_phrases)
    wpp_tree_prefetch (&d->numbers, next);
}

/* What is known of the code and the counts before a phrase.  */
struct mark
{
  uint64_t range, low;
  size_t size, ones;     /* bytes; how many of the last ones are 0xff, through which a carry would go */
  unsigned char before;  /* the byte before those */
  uint32_t n_terminals, n_phrases;
  uint64_t n_letters;
};

static inline struct mark
mark (const struct wpp_draft *d)
{
  const struct wpp_coder *c = &d->coder;
  size_t ones = 0;
  while (c->out.data[c->out.size - 1 - ones] == 0xff)
    ones++;
  return (struct mark){ c->range, c->low, c->out.size, ones, c->out.data[c->out.size - 1 - ones], d->n_terminals,
                        d->n_phrases, d->n_letters };
}

/* Let the code and the counts be what they were at M, as there was no memory for the phrase.  */
static void
go_back (struct wpp_draft *d, const struct mark *m)
{
  struct wpp_coder *c = &d->coder;
  c->range = m->range;
  c->low = m->low;
  c->out.size = m->size;
  memset (c->out.data + m->size - m->ones, 0xff, m->ones);
  c->out.data[m->size - m->ones - 1] = m->before;
  d->n_terminals = m->n_terminals;
  d->n_phrases = m->n_phrases;
  d->n_letters = m->n_letters;
}

/* Append the phrase NUMBER, which is not that with which the match goes on; if it is new, it is FRESH.  */
static int
put_coded (struct wpp_draft *d, uint32_t number, const struct phrase *fresh)
{
  int err = reserve_bytes (d, PHRASE_BYTES + (number == d->n_phrases ? fresh->n * LETTER_BYTES : 0));
  if (err)
    return err;
  struct mark before = mark (d);
  uint64_t n_coded = d->n_coded;
  if (d->matching)
    end_match (d, code_match (d, d->match_length));
  err = code_phrase (d, &number, fresh);
  if (d->n_coded == n_coded)
    go_back (d, &before);
  d->n_passed += d->n_coded - n_coded;
  return err;
}

/* Append the phrase NUMBER; if it is new, it is FRESH.  */
static inline int
put_phrase (struct wpp_draft *d, uint32_t number, const struct phrase *fresh)
{
  if (!d->matching || *past (d, d->match) != number || d->match_length == UINT32_MAX)
    return put_coded (d, number, fresh);
  d->match++;
  d->match_length++;
  d->n_passed++;
  return add_to_past (d, number);
}

int
wpp_draft_put (struct wpp_draft *d, const uint32_t *numbers, uint32_t n, const struct phrase *fresh, uint32_t first,
               uint32_t *done)
{
  uint64_t before = d->n_passed;
  for (uint32_t i = 0; i < n && !d->err; i++)
    {
      if (!d->matching && n - i > AHEAD)
        look_ahead (d, numbers[i + AHEAD], numbers[i + AHEAD - 1], numbers[i + AHEAD - 2]);
      d->err = put_phrase (d, numbers[i], fresh + (numbers[i] - first));
    }
  *done = d->n_passed - before;
  return d->err;
}

static size_t
lists_memory (const struct lists *l)
{
  return sizeof (struct wpp_list) << l->bits;
}

size_t
wpp_draft_memory (const struct wpp_draft *d)
{
  return sizeof *d + sizeof *d->models + lists_memory (&d->after_two) + lists_memory (&d->after_one)
         + lists_memory (&d->after_letters) + lists_memory (&d->after_letter) + d->coder.out.capacity
         + d->tails_room * sizeof *d->tails + d->terminals_room * sizeof *d->terminals
         + wpp_alphabet_memory (&d->alphabet)
         + (sizeof *d->past << d->past_bits) + (sizeof *d->places << d->places_bits)
         + (size_t)d->n_phrases * (sizeof (struct wpp_choices) / 8);
}

uint64_t
wpp_draft_symbols (const struct wpp_draft *d)
{
  return (d->n_letters + d->n_unrecalled) * 3 / 4;
}

/* Put the counts and LAST [N] behind the code.  */
static void
put_counts (const struct wpp_draft *d, struct wpp_buffer *b, const struct letter *last, uint32_t n)
{
  size_t begin = b->size;
  wpp_put_leb (b, d->n_first);
  wpp_put_leb (b, d->n_passed);
  wpp_put_leb (b, d->n_coded);
  wpp_put_leb (b, d->n_unrecalled);
  wpp_put_leb (b, d->n_phrases);
  wpp_put_leb (b, d->n_letters);
  wpp_put_leb (b, d->n_terminals);
  wpp_put_leb (b, n);
  for (uint32_t i = 0; i < n; i++)
    {
      wpp_put_leb (b, last[i].symbol);
      wpp_put_leb (b, last[i].exponent);
    }
  wpp_put_u32 (b, b->size - begin);
}

int
wpp_draft_finish (struct wpp_draft *d, const struct letter *last, uint32_t n, unsigned char **bytes, size_t *size)
{
  struct wpp_buffer *b = &d->coder.out;
  if (n > WPP_DRAFT_PHRASE && reserve_bytes (d, n * LAST_BYTES))
    return WPP_E_NOMEM;
  wpp_coder_finish (&d->coder);
  put_counts (d, b, last, n);
  *bytes = b->data;
  *size = b->size;
  *b = (struct wpp_buffer){ 0 };
  d->err = WPP_E_NOMEM;
  return WPP_OK;
}

int
wpp_draft_snapshot (const struct wpp_draft *d, const struct letter *last, uint32_t n, unsigned char **bytes,
                    size_t *size)
{
  struct wpp_coder copy = d->coder;
  copy.out = (struct wpp_buffer){ 0 };
  wpp_put_bytes (&copy.out, d->coder.out.data, d->coder.out.size);
  wpp_coder_finish (&copy);
  put_counts (d, &copy.out, last, n);
  if (copy.out.failed)
    {
      wpp_buffer_release (&copy.out);
      return WPP_E_NOMEM;
    }
  *bytes = copy.out.data;
  *size = copy.out.size;
  return WPP_OK;
}

/* ---- Decoding.  */

bool
wpp_draft_p (const unsigned char *data, size_t size)
{
  return size > 0 && (data[0] & ~FLAG_EXPONENTS) == FLAG_DRAFT;
}

/* Read the counts of DATA [SIZE], and let R be at the last letters, and *CODE be the size of the flags and the
   code.  Return false when they make no sense.  */
static bool
read_counts (const unsigned char *data, size_t size, struct wpp_draft_counts *c, struct wpp_reader *r, size_t *code)
{
  if (!wpp_draft_p (data, size) || size < 5)
    return false;
  uint32_t counts = wpp_load_u32 (data + size - 4);
  if (counts > size - 5)
    return false;
  *code = size - 4 - counts;
  *r = wpp_reader_of (data + *code, counts);
  c->first = wpp_read_leb (r);
  c->phrases = wpp_read_leb (r);
  c->coded = wpp_read_leb (r);
  c->unrecalled = wpp_read_leb (r);
  c->distinct = wpp_read_leb (r);
  c->letters = wpp_read_leb (r);
  c->terminals = wpp_read_leb (r);
  c->last = wpp_read_count (r, 2);
  uint64_t letters = c->first + c->letters;
  return !r->bad && c->first <= WPP_DRAFT_FIRST && c->last <= WPP_DRAFT_LAST && c->coded <= c->phrases
         && c->distinct <= c->coded && c->unrecalled <= c->coded - c->distinct
         && c->distinct < UINT32_C (1) << 30 && c->letters / WPP_DRAFT_PHRASE <= c->distinct
         && c->distinct <= c->letters && c->terminals <= letters && letters / MOST_LETTERS_A_BYTE <= size
         && c->coded / MOST_LETTERS_A_BYTE <= size;
}

/* Lists that there are in the end, when N things were not in them.  */
static uint64_t
lists_after (uint64_t n, unsigned most)
{
  unsigned bits = WPP_LISTS_LEAST;
  while (n >> bits >= 2 && bits < most)
    bits++;
  return UINT64_C (1) << bits;
}

/* Estimates: matches and phrases that were recalled take SEQUITUR little time, letters of new phrases and other phrases
   as much as symbols.  */
uint64_t
wpp_draft_work (const unsigned char *data, size_t size)
{
  struct wpp_draft_counts c;
  struct wpp_reader r;
  size_t code;
  if (!read_counts (data, size, &c, &r, &code))
    return 0;
  uint64_t lists = lists_after (c.unrecalled + c.distinct, LISTS_MOST) + lists_after (c.distinct, LISTS_MOST - 2)
                   + lists_after (c.letters / 2, LETTER_LISTS_MOST)
                   + lists_after (c.letters / 8, LETTER_LISTS_MOST - 2);
  return LETTER_WORK * (c.first + c.letters + c.last + c.distinct + lists) + c.coded / 2 + c.phrases / 8
         + TERMINAL_WORK * c.terminals;
}

uint64_t
wpp_draft_most_terminals (const unsigned char *data, size_t size)
{
  struct wpp_draft_counts c;
  struct wpp_reader r;
  size_t code;
  return read_counts (data, size, &c, &r, &code) ? c.terminals + c.last : 0;
}

/* Read the last letters from R.  */
static int
read_last (struct wpp_draft *d, struct wpp_reader *r)
{
  d->last = malloc ((d->counts.last + 1) * sizeof *d->last);
  if (!d->last)
    return WPP_E_NOMEM;
  for (uint64_t i = 0; i < d->counts.last; i++)
    {
      d->last[i].symbol = wpp_read_leb32 (r);
      d->last[i].exponent = wpp_read_leb32 (r);
      if (!d->last[i].exponent)
        r->bad = true;
    }
  return r->bad || wpp_reader_left (r) ? WPP_E_CORRUPT : WPP_OK;
}

struct wpp_draft *
wpp_draft_read (const unsigned char *data, size_t size, int *err)
{
  struct wpp_draft *d = calloc (1, sizeof *d);
  struct wpp_reader r;
  size_t code = 0;
  *err = !d ? WPP_E_NOMEM : read_counts (data, size, &d->counts, &r, &code) ? WPP_OK : WPP_E_CORRUPT;
  if (!*err)
    *err = read_last (d, &r);
  if (!*err && !(d->letters = malloc ((d->counts.letters + 1) * sizeof *d->letters)))
    *err = WPP_E_NOMEM;
  if (!*err)
    *err = init_draft (d);
  if (!*err)
    {
      d->exponents = data[0] & FLAG_EXPONENTS;
      wpp_coder_decode (&d->coder, data + 1, code - 1);
      return d;
    }
  wpp_draft_free (d);
  return NULL;
}

bool
wpp_draft_exponents_p (const struct wpp_draft *d)
{
  return d->exponents;
}

int
wpp_draft_get_first (struct wpp_draft *d, struct letter *l)
{
  if (d->n_first == d->counts.first)
    return WPP_E_CORRUPT;
  int err = code_letter (d, 0, l);
  return err ? err : fit_letter_lists (d, ++d->n_first);
}

/* A match begins.  The length of the last one is not in the code.  */
static int
begin_match (struct wpp_draft *d)
{
  uint64_t left = d->counts.phrases - d->n_passed;
  bool open = d->n_coded == d->counts.coded;
  d->match_left = d->match_length = open ? left : code_match (d, 0);
  if (d->match_left > left)
    return WPP_E_CORRUPT;
  if (!open && !d->match_length)
    end_match (d, 0);
  return WPP_OK;
}

/* The next phrase, which is in a match.  */
static int
get_matched (struct wpp_draft *d, uint32_t *number)
{
  *number = *past (d, d->match++);
  d->n_passed++;
  if (--d->match_left == 0 && d->n_coded < d->counts.coded)
    end_match (d, d->match_length);
  return add_to_past (d, *number);
}

int
wpp_draft_get (struct wpp_draft *d, uint32_t *number)
{
  if (d->n_passed == d->counts.phrases || wpp_coder_overrun_p (&d->coder))
    return WPP_E_CORRUPT;
  if (d->matching)
    return get_matched (d, number);
  int err = d->n_coded < d->counts.coded ? code_phrase (d, number, NULL) : WPP_E_CORRUPT;
  d->n_passed++;
  return err || !d->matching ? err : begin_match (d);
}

struct phrase
wpp_draft_phrase (const struct wpp_draft *d, uint32_t number)
{
  return d->phrases[number];
}

const struct letter *
wpp_draft_last (const struct wpp_draft *d)
{
  return d->last;
}

int
wpp_draft_end (const struct wpp_draft *d)
{
  const struct wpp_draft_counts *c = &d->counts;
  bool all = d->n_first == c->first && d->n_passed == c->phrases && d->n_coded == c->coded
             && d->n_unrecalled == c->unrecalled && d->n_phrases == c->distinct && d->n_letters == c->letters
             && d->n_terminals == c->terminals;
  return all && wpp_coder_used_up_p (&d->coder) ? WPP_OK : WPP_E_CORRUPT;
}
