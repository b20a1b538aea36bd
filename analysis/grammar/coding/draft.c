/* The draft of a grammar (draft.h, wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   draft := u8 flags, packed streams (packed.h), the counts and the last letters, u32 size of these

   The streams come first and the counts after them, because they are known in the end.  The buffer always has room for
   both, so a draft can be finished when memory has run out.  */

#include "grammar/coding/draft.h"

#include <stdlib.h>
#include <string.h>
#include "grammar/coding/packed.h"
#include "grammar/rules/alphabet.h"
#include "base/array.h"
#include "base/error.h"

#define FLAG_EXPONENTS 1u
#define FLAG_DRAFT 64u             /* in no grammar's first byte */

/* The streams: phrases, 0 a new one, else its number and 1; letters; lengths of phrases, and exponents that are not
   1.  */
enum { NUMBERS, LETTERS, SIZES, N_STREAMS };
static const unsigned char windows[N_STREAMS] = { WPP_PACKED_WINDOW, 22, 22 };

/* A letter's terminal, 0 a new one, else its number and 1, is shifted by this bit.  */
#define HAS_EXPONENT 1u

#define LETTER_WORK 2              /* in the units of wpp_grammar_work, and below */
#define TERMINAL_WORK 20
#define MOST_LETTERS_A_BYTE 8192   /* what a byte may stand for: bounds allocations by sizes */

/* The most bytes of the counts, and of a last letter.  */
#define COUNT_BYTES (6 * 10 + 4)
#define LAST_BYTES 10

struct wpp_draft
{
  bool exponents;
  int err;                           /* encoding: after it nothing is appended */
  struct wpp_draft_counts counts;    /* decoding: in the end */
  uint64_t n_first;                  /* first letters so far */
  uint64_t n_passed;                 /* phrases so far */
  uint32_t n_phrases;                /* distinct ones so far */
  uint64_t n_letters;                /* of distinct phrases, so far */
  uint32_t n_terminals;              /* so far */
  uint32_t latest_event;             /* word of the newest terminal */

  /* Encoding.  */
  struct wpp_packer *to;             /* [N_STREAMS] */
  struct wpp_buffer out;
  struct wpp_alphabet alphabet;

  /* Decoding.  */
  struct wpp_unpacker *from;         /* [N_STREAMS] */
  uint32_t *events;                  /* [n_terminals] */
  size_t events_room;
  struct letter *letters;            /* [counts.letters] */
  struct phrase *phrases;            /* [n_phrases] */
  size_t phrases_room;
  struct letter *last;               /* [counts.last] */
};

void
wpp_draft_free (struct wpp_draft *d)
{
  if (!d)
    return;
  for (unsigned i = 0; i < N_STREAMS; i++)
    {
      if (d->to)
        wpp_packer_release (&d->to[i]);
      if (d->from)
        wpp_unpacker_release (&d->from[i]);
    }
  free (d->to);
  free (d->from);
  wpp_alphabet_release (&d->alphabet);
  wpp_buffer_release (&d->out);
  free (d->events);
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

/* ---- Encoding.  */

/* Let there be room for the rest of all streams, and for the counts with N last letters.  */
static int
reserve_rest (struct wpp_draft *d, uint32_t n)
{
  size_t counts = COUNT_BYTES + (n > WPP_DRAFT_PHRASE ? n : WPP_DRAFT_PHRASE) * LAST_BYTES;
  d->out.size += counts;
  if (d->out.size > d->out.capacity)
    {
      d->out.size -= counts;
      if (!wpp_buffer_add (&d->out, counts))
        return WPP_E_NOMEM;
    }
  int err = wpp_packed_reserve (&d->out, N_STREAMS);
  d->out.size -= counts;
  return err;
}

struct wpp_draft *
wpp_draft_new (bool exponents)
{
  struct wpp_draft *d = calloc (1, sizeof *d);
  if (!d)
    return NULL;
  d->exponents = exponents;
  d->to = calloc (N_STREAMS, sizeof *d->to);
  int err = d->to ? wpp_alphabet_init (&d->alphabet) : WPP_E_NOMEM;
  for (unsigned i = 0; i < N_STREAMS && !err; i++)
    err = wpp_packer_begin (&d->to[i], i, windows[i]);
  if (!err)
    err = reserve_rest (d, 0);
  if (!err)
    wpp_put_u8 (&d->out, FLAG_DRAFT | (exponents ? FLAG_EXPONENTS : 0));
  if (!err)
    return d;
  wpp_draft_free (d);
  return NULL;
}

/* Append L, whose terminal is TERMINAL.  There is room for it.  */
static inline void
append_letter (struct wpp_draft *d, struct letter l, uint32_t terminal)
{
  bool new = terminal == d->n_terminals, exponent = l.exponent != 1;
  wpp_packer_put (&d->to[LETTERS], (new ? 0 : terminal + 1) << 1 | (exponent ? HAS_EXPONENT : 0));
  if (new)
    {
      wpp_packer_put (&d->to[LETTERS], l.symbol - d->latest_event);
      d->latest_event = l.symbol;
      d->n_terminals++;
    }
  if (exponent)
    wpp_packer_put (&d->to[SIZES], l.exponent);
}

/* Append LETTERS [N], at most a phrase, after their number if they are a PHRASE.  Return 0 or an error, with nothing
   done.  */
static int
append_letters (struct wpp_draft *d, const struct letter *letters, uint32_t n, bool phrase)
{
  uint32_t terminals[WPP_DRAFT_PHRASE];
  int err = WPP_OK;
  for (uint32_t i = 0; i < n && !err; i++)
    err = wpp_alphabet_intern (&d->alphabet, letters[i].symbol, &terminals[i]);
  if (err)
    return err;
  wpp_packer_make_room (&d->to[LETTERS], 2 * n, &d->out);
  wpp_packer_make_room (&d->to[SIZES], n + 1, &d->out);
  if (phrase)
    wpp_packer_put (&d->to[SIZES], n);
  for (uint32_t i = 0; i < n; i++)
    append_letter (d, letters[i], terminals[i]);
  return WPP_OK;
}

int
wpp_draft_put_first (struct wpp_draft *d, struct letter l)
{
  if (!d->err)
    d->err = reserve_rest (d, 0);
  if (!d->err)
    d->err = append_letters (d, &l, 1, false);
  d->n_first += !d->err;
  return d->err;
}

/* Append the new phrase P.  */
static int
put_new_phrase (struct wpp_draft *d, const struct phrase *p)
{
  int err = reserve_rest (d, 0);
  if (!err)
    err = append_letters (d, p->letters, p->n, true);
  if (err)
    return err;
  d->n_phrases++;
  d->n_letters += p->n;
  return WPP_OK;
}

/* Append the phrase NUMBER; if it is new, it is FRESH.  */
static inline int
put_phrase (struct wpp_draft *d, uint32_t number, const struct phrase *fresh)
{
  struct wpp_packer *numbers = &d->to[NUMBERS];
  bool new = number == d->n_phrases;
  int err = WPP_OK;
  if (__builtin_expect (numbers->n > WPP_PACKED_PIECE - WPP_PACKED_NUMBER, 0) && !(err = reserve_rest (d, 0)))
    wpp_packer_make_room (numbers, 1, &d->out);
  if (new && !err)
    err = put_new_phrase (d, fresh);
  if (err)
    return err;
  wpp_packer_put (numbers, new ? 0 : number + 1);
  d->n_passed++;
  return WPP_OK;
}

int
wpp_draft_put (struct wpp_draft *d, const uint32_t *numbers, uint32_t n, const struct phrase *fresh, uint32_t first,
               uint32_t *done)
{
  uint64_t before = d->n_passed;
  for (uint32_t i = 0; i < n && !d->err; i++)
    d->err = put_phrase (d, numbers[i], fresh + (numbers[i] - first));
  *done = d->n_passed - before;
  return d->err;
}

size_t
wpp_draft_memory (const struct wpp_draft *d)
{
  size_t memory = sizeof *d + N_STREAMS * sizeof *d->to + d->out.capacity + wpp_alphabet_memory (&d->alphabet);
  for (unsigned i = 0; i < N_STREAMS; i++)
    memory += wpp_packer_memory (&d->to[i]);
  return memory;
}

uint64_t
wpp_draft_symbols (const struct wpp_draft *d)
{
  return d->out.size * 2 / 5 + d->n_letters * 2 / 5;
}

/* Put the counts and LAST [N] after the code.  */
static void
put_counts (const struct wpp_draft *d, struct wpp_buffer *b, const struct letter *last, uint32_t n)
{
  size_t begin = b->size;
  wpp_put_leb (b, d->n_first);
  wpp_put_leb (b, d->n_passed);
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

/* Put everything into D's buffer, which has room for it.  */
static void
flush_streams (struct wpp_draft *d)
{
  for (unsigned i = 0; i < N_STREAMS; i++)
    wpp_packer_flush (&d->to[i], &d->out);
}

int
wpp_draft_finish (struct wpp_draft *d, const struct letter *last, uint32_t n, unsigned char **bytes, size_t *size)
{
  if (n > WPP_DRAFT_PHRASE && reserve_rest (d, n))
    return WPP_E_NOMEM;
  flush_streams (d);
  put_counts (d, &d->out, last, n);
  *bytes = d->out.data;
  *size = d->out.size;
  d->out = (struct wpp_buffer){ 0 };
  d->err = WPP_E_NOMEM;
  return WPP_OK;
}

int
wpp_draft_snapshot (struct wpp_draft *d, const struct letter *last, uint32_t n, unsigned char **bytes, size_t *size)
{
  struct wpp_buffer copy = { 0 };
  if (reserve_rest (d, 0))
    return WPP_E_NOMEM;
  flush_streams (d);
  wpp_put_bytes (&copy, d->out.data, d->out.size);
  put_counts (d, &copy, last, n);
  if (copy.failed || reserve_rest (d, 0))
    {
      wpp_buffer_release (&copy);
      return WPP_E_NOMEM;
    }
  *bytes = copy.data;
  *size = copy.size;
  return WPP_OK;
}

/* ---- Decoding.  */

bool
wpp_draft_p (const unsigned char *data, size_t size)
{
  return size > 0 && (data[0] & ~FLAG_EXPONENTS) == FLAG_DRAFT;
}

/* Read the counts of DATA [SIZE], and let R be at the last letters, and *STREAMS be the size of the flags and the
   streams.  Return false when they make no sense.  */
static bool
read_counts (const unsigned char *data, size_t size, struct wpp_draft_counts *c, struct wpp_reader *r, size_t *streams)
{
  if (!wpp_draft_p (data, size) || size < 5)
    return false;
  uint32_t counts = wpp_load_u32 (data + size - 4);
  if (counts > size - 5)
    return false;
  *streams = size - 4 - counts;
  *r = wpp_reader_of (data + *streams, counts);
  c->first = wpp_read_leb (r);
  c->phrases = wpp_read_leb (r);
  c->distinct = wpp_read_leb (r);
  c->letters = wpp_read_leb (r);
  c->terminals = wpp_read_leb (r);
  c->last = wpp_read_count (r, 2);
  uint64_t letters = c->first + c->letters;
  return !r->bad && c->first <= WPP_DRAFT_FIRST && c->last <= WPP_DRAFT_LAST && c->distinct <= c->phrases
         && c->distinct < UINT32_C (1) << 30 && c->letters / WPP_DRAFT_PHRASE <= c->distinct
         && c->distinct <= c->letters && c->terminals <= letters && letters / MOST_LETTERS_A_BYTE <= size;
}

/* Estimates: what zstd finds again takes SEQUITUR little time, letters of new phrases and what zstd does not find as
   much as symbols.  */
uint64_t
wpp_draft_work (const unsigned char *data, size_t size)
{
  struct wpp_draft_counts c;
  struct wpp_reader r;
  size_t streams;
  if (!read_counts (data, size, &c, &r, &streams))
    return 0;
  return LETTER_WORK * (c.first + c.letters + c.last + c.distinct) + streams + c.phrases / 8
         + TERMINAL_WORK * c.terminals;
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

/* Begin to read the streams DATA [SIZE].  */
static int
begin_streams (struct wpp_draft *d, const unsigned char *data, size_t size)
{
  if (!wpp_packed_p (data, size, N_STREAMS))
    return WPP_E_CORRUPT;
  d->letters = malloc ((d->counts.letters + 1) * sizeof *d->letters);
  d->from = calloc (N_STREAMS, sizeof *d->from);
  int err = d->letters && d->from ? WPP_OK : WPP_E_NOMEM;
  for (unsigned i = 0; i < N_STREAMS && !err; i++)
    err = wpp_unpacker_begin (&d->from[i], i, data, size);
  return err;
}

struct wpp_draft *
wpp_draft_read (const unsigned char *data, size_t size, int *err)
{
  struct wpp_draft *d = calloc (1, sizeof *d);
  struct wpp_reader r;
  size_t streams = 0;
  *err = !d ? WPP_E_NOMEM : read_counts (data, size, &d->counts, &r, &streams) ? WPP_OK : WPP_E_CORRUPT;
  if (!*err)
    *err = read_last (d, &r);
  if (!*err)
    *err = begin_streams (d, data + 1, streams - 1);
  if (!*err)
    {
      d->exponents = data[0] & FLAG_EXPONENTS;
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

/* A new terminal.  */
static int
get_terminal (struct wpp_draft *d)
{
  if (d->n_terminals == d->counts.terminals)
    return WPP_E_CORRUPT;
  if (WPP_RESERVE (d->events, d->events_room, d->n_terminals, 1))
    return WPP_E_NOMEM;
  d->latest_event += wpp_unpacker_get (&d->from[LETTERS]);
  d->events[d->n_terminals++] = d->latest_event;
  return WPP_OK;
}

/* Set *L to the next letter.  */
static inline int
get_letter (struct wpp_draft *d, struct letter *l)
{
  struct wpp_unpacker *letters = &d->from[LETTERS], *sizes = &d->from[SIZES];
  uint32_t code = wpp_unpacker_get (letters), terminal = code >> 1;
  int err = terminal ? WPP_OK : get_terminal (d);
  if (err || letters->err || terminal > d->n_terminals)
    return err ? err : letters->err ? letters->err : WPP_E_CORRUPT;
  l->symbol = d->events[terminal ? terminal - 1 : d->n_terminals - 1];
  l->exponent = code & HAS_EXPONENT ? wpp_unpacker_get (sizes) : 1;
  return sizes->err ? sizes->err : l->exponent ? WPP_OK : WPP_E_CORRUPT;
}

int
wpp_draft_get_first (struct wpp_draft *d, struct letter *l)
{
  if (d->n_first == d->counts.first)
    return WPP_E_CORRUPT;
  d->n_first++;
  return get_letter (d, l);
}

/* A new phrase.  */
static int
get_new_phrase (struct wpp_draft *d)
{
  uint32_t n = wpp_unpacker_get (&d->from[SIZES]);
  if (d->from[SIZES].err)
    return d->from[SIZES].err;
  if (n == 0 || n > WPP_DRAFT_PHRASE || d->n_phrases == d->counts.distinct || n > d->counts.letters - d->n_letters)
    return WPP_E_CORRUPT;
  if (WPP_RESERVE (d->phrases, d->phrases_room, d->n_phrases, 1))
    return WPP_E_NOMEM;
  struct letter *letters = d->letters + d->n_letters;
  int err = WPP_OK;
  for (uint32_t i = 0; i < n && !err; i++)
    err = get_letter (d, &letters[i]);
  d->phrases[d->n_phrases++] = (struct phrase){ letters, n };
  d->n_letters += n;
  return err;
}

int
wpp_draft_get (struct wpp_draft *d, uint32_t *number)
{
  if (d->n_passed == d->counts.phrases)
    return WPP_E_CORRUPT;
  uint32_t code = wpp_unpacker_get (&d->from[NUMBERS]);
  if (d->from[NUMBERS].err || code > d->n_phrases)
    return d->from[NUMBERS].err ? d->from[NUMBERS].err : WPP_E_CORRUPT;
  *number = code ? code - 1 : d->n_phrases;
  d->n_passed++;
  return code ? WPP_OK : get_new_phrase (d);
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
wpp_draft_end (struct wpp_draft *d)
{
  const struct wpp_draft_counts *c = &d->counts;
  bool all = d->n_first == c->first && d->n_passed == c->phrases && d->n_phrases == c->distinct
             && d->n_letters == c->letters && d->n_terminals == c->terminals;
  for (unsigned i = 0; i < N_STREAMS && all; i++)
    all = wpp_unpacker_end_p (&d->from[i]);
  return all ? WPP_OK : WPP_E_CORRUPT;
}
