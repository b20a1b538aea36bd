/* Where a trace takes a subpath.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/error.h"
#include "activations/timestamps/subpath.h"

#define MOST_TIME (UINT64_C (1) << 62)

struct search
{
  const struct wpp_subpath_tokens *tokens;
  const uint32_t *pattern;
  uint32_t n;
  uint32_t *shorter; /* [n + 1] the longest beginning of the pattern that ends one of that length, and is shorter */
  uint64_t *times;         /* [n] of the latest tokens, by their number modulo N */
  uint64_t n_tokens, time; /* so far; TIME counts blocks */
  uint32_t matched;        /* of the pattern */
  uint32_t last;           /* token */
  struct wpp_series *at;
};

static void
prepare (struct search *s)
{
  uint32_t k = 0;
  s->shorter[0] = s->shorter[1] = 0;
  for (uint32_t i = 1; i < s->n; i++)
    {
      while (k && s->pattern[i] != s->pattern[k])
        k = s->shorter[k];
      k += s->pattern[i] == s->pattern[k];
      s->shorter[i + 1] = k;
    }
}

/* TOKEN, at TIME, is next.  Set *FOUND to when a match that it ends began, or leave it.  */
static void
pass_token (struct search *s, uint32_t token, uint64_t time, uint64_t *found)
{
  if (s->tokens->merge && s->n_tokens && token == s->last)
    return;
  s->last = token;
  s->times[s->n_tokens++ % s->n] = time;
  while (s->matched && (s->matched == s->n || s->pattern[s->matched] != token))
    s->matched = s->shorter[s->matched];
  s->matched += s->pattern[s->matched] == token;
  if (s->matched == s->n)
    *found = s->times[s->n_tokens % s->n];
}

/* LETTER, once.  Count the matches in *N, of which *FOUND is the last one's time.  */
static int
pass_letter (struct search *s, uint32_t letter, unsigned *n, uint64_t *found)
{
  const struct wpp_subpath_tokens *t = s->tokens;
  uint64_t steps = t->begin[letter + (size_t)1] - t->begin[letter] + (uint64_t)1;
  int err = 0;
  if (t->left && (steps > *t->left || s->at->n > t->most_words))
    return WPP_E_TOOBIG;
  if (t->left)
    *t->left -= steps;
  for (uint32_t i = t->begin[letter]; i < t->begin[letter + (size_t)1] && !err; i++)
    {
      uint64_t began = 0;
      pass_token (s, t->tokens[i], s->time + 1 + t->blocks[i], &began);
      if (!began)
        continue;
      err = wpp_series_add (s->at, began, 1, 1);
      ++*n;
      *found = began;
    }
  s->time += t->n_blocks[letter];
  return err;
}

/* Add COUNT copies of a letter, of LENGTH blocks, that does what it did with its last copy, which had a match at FOUND
   or, if that is 0, none.  */
static int
repeat (struct search *s, uint64_t length, uint64_t found, uint64_t count)
{
  s->time += length * count;
  for (uint32_t i = 0; i < s->n; i++)
    s->times[i] += length * count;
  return found && count ? wpp_series_add (s->at, found + length, length, count) : 0;
}

static int
visit (void *data, uint32_t letter, uint64_t count)
{
  struct search *s = data;
  uint64_t length = s->tokens->n_blocks[letter];
  int err = 0;
  if (length && count > (MOST_TIME - s->time) / length)
    return WPP_E_TOOBIG;
  if (s->tokens->begin[letter] == s->tokens->begin[letter + (size_t)1])
    {
      s->time += length * (count - 1);
      count = 1;
    }
  for (uint64_t copies = 1; count && !err; count--, copies++)
    {
      unsigned n = 0;
      uint32_t matched = s->matched;
      uint64_t found = 0, before = s->n_tokens;
      err = pass_letter (s, letter, &n, &found);
      /* By then all that is remembered is of this letter.  */
      bool settled = copies > s->n && matched == s->matched && length && n <= 1 && s->n_tokens > before;
      if (!err && settled)
        {
          err = repeat (s, length, found, count - 1);
          count = 1;
        }
    }
  return err;
}

int
wpp_subpath_find (const struct wpp_function_traces *f, uint32_t trace, const struct wpp_subpath_tokens *tokens,
                  const uint32_t *pattern, uint32_t n, struct wpp_series *at)
{
  struct search s = { .tokens = tokens, .pattern = pattern, .n = n, .at = at,
                      .shorter = malloc ((n + (size_t)1) * sizeof *s.shorter), .times = calloc (n, sizeof *s.times) };
  int err = WPP_E_NOMEM;
  if (s.shorter && s.times)
    {
      prepare (&s);
      err = wpp_trace_visit (f, trace, visit, &s);
    }
  free (s.shorter);
  free (s.times);
  return err;
}
