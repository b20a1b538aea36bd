/* Which activations took a subpath, and when.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A subpath is blocks, `2,3,4', or lines, `L12,L13', that an activation executes one right after the other, whatever
   it calls meanwhile.  Activations of the function are numbered from 1 on in the order in which they began, thread by
   thread.  */

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include "program/paths/numbering.h"
#include "activations/projection/project.h"
#include "base/saturate.h"
#include "activations/timestamps/subpath.h"
#include "tool/activations.h"

/* ---- What the user writes.  */

/* Set *LINES to whether PATH is lines, and *N to how many numbers it has, which are returned.  */
static uint32_t *
parse_path (const char *path, bool *lines, uint32_t *n)
{
  uint32_t *numbers = NULL;
  const char *at = path;
  *n = 0;
  *lines = *at == 'L';
  do
    {
      char *end;
      if (*lines && *at++ != 'L')
        wpp_die (NULL, "activations: --path=%s is neither blocks, `2,3,4', nor lines, `L12,L13'", path);
      unsigned long number = isdigit ((unsigned char)*at) ? strtoul (at, &end, 10) : UINT32_MAX;
      if (number >= UINT32_MAX || (*end && *end != ',' && *end != '.'))
        wpp_die (NULL, "activations: --path=%s is neither blocks, `2,3,4', nor lines, `L12,L13'", path);
      numbers = wpp_grow (numbers, *n + (size_t)1, sizeof *numbers);
      numbers[(*n)++] = number;
      at = *end ? end + 1 : end;
      if (*end && !*at)
        wpp_die (NULL, "activations: --path=%s ends too early", path);
    }
  while (*at);
  return numbers;
}

/* ---- What letters execute.  */

struct token_lists
{
  uint32_t *begin, *tokens, *blocks, *n_blocks;
  size_t n;
};

static void
put_token (struct token_lists *l, uint32_t token, uint32_t blocks)
{
  if (!(l->n & (l->n - 1)))
    {
      size_t room = l->n ? 2 * l->n : 1;
      l->tokens = wpp_grow (l->tokens, room, sizeof *l->tokens);
      l->blocks = wpp_grow (l->blocks, room, sizeof *l->blocks);
    }
  l->tokens[l->n] = token;
  l->blocks[l->n++] = blocks;
}

/* For each node of CFG the next one of its block, or 0; and in FIRST [N_BLOCKS] the first one of each block, or 0.  */
static uint32_t *
chain_nodes (const struct wpp_cfg *cfg, uint32_t *first, uint32_t n_blocks)
{
  uint32_t *next = wpp_new (cfg->n_nodes, sizeof *next);
  for (uint32_t v = cfg->n_nodes; v-- > WPP_NODE_EXIT + 1;)
    if (cfg->nodes[v].block < n_blocks)
      {
        next[v] = first[cfg->nodes[v].block];
        first[cfg->nodes[v].block] = v;
      }
  return next;
}

/* The lines of node V of CFG come after BLOCKS blocks.  */
static void
put_lines (struct token_lists *l, const struct wpp_cfg *cfg, uint32_t v, uint32_t blocks)
{
  for (uint32_t i = 0; i < cfg->nodes[v].n_lines; i++)
    put_token (l, cfg->lines[cfg->nodes[v].first_line + i].line, blocks);
}

static struct token_lists
list_tokens (const struct wpp_traced_function *f, bool lines)
{
  const struct wpp_block_parts *parts = &f->blocks.parts;
  const struct wpp_cfg *cfg = &f->function->function->cfg;
  uint32_t *first = wpp_new (parts->n_blocks + (size_t)1, sizeof *first);
  uint32_t *next = chain_nodes (cfg, first, parts->n_blocks);
  struct token_lists l = { .begin = wpp_new (parts->n_parts + (size_t)1, sizeof *l.begin),
                           .n_blocks = wpp_new (parts->n_parts + (size_t)1, sizeof *l.n_blocks) };
  for (uint32_t p = 0; p < parts->n_parts; p++)
    {
      for (uint32_t i = parts->begin[p]; i < parts->begin[p + 1]; i++)
        if (!lines)
          put_token (&l, parts->blocks[i], i - parts->begin[p]);
        else
          for (uint32_t v = first[parts->blocks[i]]; v; v = next[v])
            put_lines (&l, cfg, v, i - parts->begin[p]);
      l.n_blocks[p] = parts->begin[p + 1] - parts->begin[p];
      l.begin[p + 1] = l.n;
    }
  free (first);
  free (next);
  return l;
}

static void
free_tokens (struct token_lists *l)
{
  free (l->begin);
  free (l->tokens);
  free (l->blocks);
  free (l->n_blocks);
}

/* ---- Which activations.  */

struct ordinals
{
  const struct wpp_calls *calls;
  uint32_t function;
  struct wpp_series **at;      /* [n_traces] or null, where nobody wants to know */
  uint64_t n;                  /* activations so far */
  uint64_t left;               /* words that may still be made of them */
};

static uint32_t
letter_of_kind (void *data, uint32_t word)
{
  const struct ordinals *o = data;
  const struct wpp_activation_kind *kind = &o->calls->kinds[word];
  return kind->function == o->function ? WPP_LETTER_PATH + kind->trace : 0;
}

static int
pass_activations (void *data, uint32_t letter, uint64_t count)
{
  struct ordinals *o = data;
  struct wpp_series *s = o->at[letter - WPP_LETTER_PATH];
  uint64_t first = o->n + 1;
  o->n = wpp_saturating_add (o->n, count);
  /* A run is an entry, of up to three words; times have 63 bits.  */
  uint64_t words = s ? 3 : 1;
  if (o->left < words || o->n > INT64_MAX)
    return WPP_E_TOOBIG;
  o->left -= words;
  return s ? wpp_series_add (s, first, 1, count) : WPP_OK;
}

/* Number the activations of F in the order in which they began, and set AT [n_traces], where it is not null.  */
static void
number_activations (const struct wpp_traced *t, const struct wpp_traced_function *f, struct wpp_series **at)
{
  struct ordinals o = { .function = f->traces - t->all->functions, .at = at, .left = wpp_most_words (t->profile) };
  int err = WPP_OK;
  for (size_t i = 0; i < t->all->n_threads && !err; i++)
    {
      o.calls = &t->all->threads[i];
      struct wpp_projection *p
        = o.calls->grammar ? wpp_project (o.calls->grammar, letter_of_kind, &o, false, &err) : NULL;
      if (p && p->grammar)
        err = wpp_grammar_expand (p->grammar, 0, pass_activations, &o);
      if (p)
        wpp_projection_free (p);
    }
  for (uint32_t i = 0; i < f->traces->n_traces && !err; i++)
    err = at[i] ? wpp_series_end (at[i]) : WPP_OK;
  if (err)
    wpp_die_at (t->profile->file, err, NULL);
}

/* ---- The command.  */

struct taken                   /* by a trace */
{
  struct wpp_series times, activations;
};

/* Set TAKEN [n_traces] to where F's traces take PATTERN [N].  Return the number of executions, saturating.  */
static uint64_t
search (const struct wpp_traced *t, const struct wpp_traced_function *f, const uint32_t *pattern, uint32_t n,
        bool lines, struct taken *taken)
{
  struct token_lists l = list_tokens (f, lines);
  uint64_t left = wpp_profile_most_runs (t->profile);
  struct wpp_subpath_tokens tokens = {
    l.begin, l.tokens, l.blocks, l.n_blocks, lines, &left, wpp_most_words (t->profile)
  };
  struct wpp_series **at = wpp_new (f->traces->n_traces, sizeof *at);
  uint64_t executions = 0;
  int err = WPP_OK;
  for (uint32_t i = 0; i < f->traces->n_traces && !err; i++)
    {
      err = wpp_subpath_find (f->traces, i, &tokens, pattern, n, &taken[i].times);
      if (!err)
        err = wpp_series_end (&taken[i].times);
      tokens.most_words -= taken[i].times.n < tokens.most_words ? taken[i].times.n : tokens.most_words;
      executions = wpp_saturating_add (executions, wpp_saturating_product (taken[i].times.times, f->counts[i]));
      at[i] = taken[i].times.times ? &taken[i].activations : NULL;
    }
  if (err)
    wpp_die_at (t->profile->file, err, NULL);
  number_activations (t, f, at);
  free (at);
  free_tokens (&l);
  return executions;
}

static void
print_taken (const struct wpp_traced *t, const struct wpp_traced_function *f, const struct taken *taken)
{
  char text[WPP_COUNT_TEXT];
  for (uint32_t i = 0; i < f->traces->n_traces; i++)
    if (taken[i].times.times)
      {
        printf ("  trace %" PRIu32 ", activations ", i + 1);
        wpp_series_print (stdout, &taken[i].activations);
        wpp_began_print (t, f, i);
        printf (": %s times, at ", wpp_count_text (taken[i].times.times, text));
        wpp_series_print (stdout, &taken[i].times);
        putchar ('\n');
      }
}

static struct json_object *
taken_json (const struct wpp_traced *t, const struct wpp_traced_function *f, const struct taken *taken)
{
  struct json_object *a = json_object_new_array ();
  for (uint32_t i = 0; i < f->traces->n_traces; i++)
    if (taken[i].times.times)
      {
        struct json_object *o = json_object_new_object ();
        json_object_object_add (o, "trace", wpp_json_number (i + (uint64_t)1));
        json_object_object_add (o, "count", wpp_json_count (f->counts[i]));
        json_object_object_add (o, "activations", wpp_series_json (&taken[i].activations));
        json_object_object_add (o, "first", wpp_began_json (t, &f->first[i]));
        json_object_object_add (o, "last", wpp_began_json (t, &f->last[i]));
        json_object_object_add (o, "times", wpp_json_count (taken[i].times.times));
        json_object_object_add (o, "at", wpp_series_json (&taken[i].times));
        json_object_array_add (a, o);
      }
  return a;
}

/* Print where F takes PATTERN [N], which the user calls PATH; return whether anywhere.  */
static bool
print_function (const struct wpp_traced *t, const struct wpp_traced_function *f, const uint32_t *pattern, uint32_t n,
                bool lines, const char *path, bool json, bool *first)
{
  struct taken *taken = wpp_new (f->traces->n_traces, sizeof *taken);
  uint64_t executions = search (t, f, pattern, n, lines, taken), activations = 0;
  char some[WPP_COUNT_TEXT], all[WPP_COUNT_TEXT], times[WPP_COUNT_TEXT];
  for (uint32_t i = 0; i < f->traces->n_traces; i++)
    activations = wpp_saturating_add (activations, taken[i].times.times ? f->counts[i] : 0);
  if (json)
    {
      struct json_object *o = json_object_new_object ();
      json_object_object_add (o, "function", wpp_json_string (wpp_function_name (f->function->function)));
      json_object_object_add (o, "path", wpp_json_string (path));
      json_object_object_add (o, "activations", wpp_json_count (activations));
      json_object_object_add (o, "of", wpp_json_count (f->traces->n_activations));
      json_object_object_add (o, "executions", wpp_json_count (executions));
      json_object_object_add (o, "traces", taken_json (t, f, taken));
      wpp_json_element (o, first);
    }
  else
    {
      printf ("%s: %s in %s of %s activations, %s times\n", wpp_function_shown (f->function->function), path,
              wpp_count_text (activations, some), wpp_count_text (f->traces->n_activations, all),
              wpp_count_text (executions, times));
      print_taken (t, f, taken);
    }
  for (uint32_t i = 0; i < f->traces->n_traces; i++)
    {
      wpp_series_release (&taken[i].times);
      wpp_series_release (&taken[i].activations);
    }
  free (taken);
  return activations;
}

bool
wpp_print_subpath (struct wpp_traced *t, const char *path, bool json)
{
  uint32_t n;
  bool lines, found = false, first = true;
  uint32_t *pattern = parse_path (path, &lines, &n);
  wpp_traced_began (t);
  if (json)
    {
      wpp_missing_begin_json ();
      fputs ("\"functions\":[", stdout);
    }
  for (size_t i = 0; i < t->n; i++)
    found |= print_function (t, &t->functions[i], pattern, n, lines, path, json, &first);
  if (json)
    puts ("\n]}");
  if (t->n && !found)
    wpp_say (t->profile->file, "no activation took %s", path);
  free (pattern);
  return found;
}
