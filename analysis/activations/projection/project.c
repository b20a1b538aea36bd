/* The projection of a thread's grammar to one function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Rules are projected bottom-up, each once, into one array of parts.  A rule whose projection is
   empty is left out where it is used.  A rule whose projection is a single part is replaced by
   that part.  Equal neighbours are merged at once, so nothing is visited twice, and sharing is
   preserved.  A rule stays a rule if its replacement would need an exponent of more than
   32 bits.  */

#include <stdlib.h>

#include "grammar/rules/alphabet.h"
#include "base/error.h"
#include "activations/projection/project.h"

struct part
{
  uint32_t symbol; /* a terminal of the projection, or WPP_RULE | rule of the source */
  uint32_t exponent;
};

struct range /* of parts: a projected rule */
{
  uint64_t begin, end;
};

struct projector
{
  const struct wpp_grammar *g;
  struct wpp_alphabet alphabet;
  uint32_t *terminal; /* [g->n_terminals] terminal of the projection; WPP_NO_TERMINAL: dropped */
  bool occurs;        /* some letter is a path */
  struct part *parts; /* at most as many as g has symbols */
  uint64_t n_parts;
  struct range *rules; /* [g->n_rules] */
  uint32_t *number;    /* [g->n_rules] in the projection; 0: S or not used */
};

/* Call LETTER for every terminal.  Like terminals, letters come in the order of first occurrence.  */
static int
map_terminals (struct projector *p, uint32_t (*letter) (void *data, uint32_t event), void *data)
{
  for (uint32_t t = 0; t < p->g->n_terminals; t++)
    {
      uint32_t l = letter (data, p->g->terminals[t]);
      p->terminal[t] = WPP_NO_TERMINAL;
      int err = l ? wpp_alphabet_intern (&p->alphabet, l, &p->terminal[t]) : 0;
      if (err)
        return err;
      p->occurs |= l >= WPP_LETTER_PATH;
    }
  return 0;
}

/* Append SYMBOL^EXPONENT to the rule whose parts start at BEGIN.  */
static void
add_part (struct projector *p, uint64_t begin, uint32_t symbol, uint32_t exponent)
{
  struct part *last = p->n_parts > begin ? &p->parts[p->n_parts - 1] : NULL;
  if (last && last->symbol == symbol)
    {
      uint32_t moved = UINT32_MAX - last->exponent;
      moved = moved < exponent ? moved : exponent;
      last->exponent += moved;
      exponent -= moved;
    }
  if (exponent > 0)
    p->parts[p->n_parts++] = (struct part){ symbol, exponent };
}

/* Append the projection of RULE, which is known, EXPONENT times to the projected rule that starts at BEGIN.  */
static void
add_rule (struct projector *p, uint64_t begin, uint32_t rule, uint32_t exponent)
{
  const struct range *r = &p->rules[rule];
  const struct part *only = &p->parts[r->begin];
  uint32_t product;
  if (r->begin == r->end)
    return;
  if (r->end - r->begin == 1 && !__builtin_mul_overflow (only->exponent, exponent, &product))
    add_part (p, begin, only->symbol, product);
  else
    add_part (p, begin, WPP_RULE | rule, exponent);
}

static void
project_rule (struct projector *p, uint32_t rule)
{
  const struct wpp_grammar *g = p->g;
  uint64_t begin = p->n_parts;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1]; i++)
    {
      uint32_t s = g->symbols[i], exponent = wpp_grammar_exponent (g, i);
      if (WPP_IS_RULE (s))
        add_rule (p, begin, WPP_RULE_INDEX (s), exponent);
      else if (p->terminal[s] != WPP_NO_TERMINAL)
        add_part (p, begin, p->terminal[s], exponent);
    }
  p->rules[rule] = (struct range){ begin, p->n_parts };
}

/* The rule that becomes the projection's S: it is S, or the rule that is the whole of S.  */
static uint32_t
find_start (const struct projector *p)
{
  const struct range *r = &p->rules[0];
  const struct part *only = &p->parts[r->begin];
  return r->end - r->begin == 1 && WPP_IS_RULE (only->symbol) && only->exponent == 1
             ? WPP_RULE_INDEX (only->symbol)
             : 0;
}

/* Number the rules that are used below START, in the order of the source.  Return the number of rules, START included;
   set *SYMBOLS to the number of their parts, and *EXPONENTS to whether one has an exponent.  */
static uint32_t
number_rules (struct projector *p, uint32_t start, uint64_t *symbols, bool *exponents)
{
  uint32_t n = 1;
  *symbols = 0;
  *exponents = false;
  for (uint32_t k = p->g->n_rules; k-- > 0;)
    {
      uint32_t r = p->g->order[k];
      if (r != start && !p->number[r])
        continue;
      *symbols += p->rules[r].end - p->rules[r].begin;
      for (uint64_t i = p->rules[r].begin; i < p->rules[r].end; i++)
        {
          *exponents |= p->parts[i].exponent > 1;
          if (WPP_IS_RULE (p->parts[i].symbol))
            p->number[WPP_RULE_INDEX (p->parts[i].symbol)] = 1;
        }
    }
  for (uint32_t r = 0; r < p->g->n_rules; r++)
    if (p->number[r])
      p->number[r] = n++;
  return n;
}

/* Append the parts of RULE to G as its next rule.  */
static void
write_rule (const struct projector *p, uint32_t rule, struct wpp_grammar *g)
{
  uint64_t at = g->start[g->n_rules];
  for (uint64_t i = p->rules[rule].begin; i < p->rules[rule].end; i++, at++)
    {
      uint32_t s = p->parts[i].symbol;
      g->symbols[at] = WPP_IS_RULE (s) ? WPP_RULE | p->number[WPP_RULE_INDEX (s)] : s;
      if (g->exponents)
        g->exponents[at] = p->parts[i].exponent;
    }
  g->start[++g->n_rules] = at;
}

/* Make the grammar G, which is zero, of the projected rules.  */
static int
write_grammar (struct projector *p, struct wpp_grammar *g)
{
  uint32_t start = find_start (p);
  uint64_t symbols;
  bool exponents;
  uint32_t rules = number_rules (p, start, &symbols, &exponents);
  g->start = calloc (rules + (size_t)1, sizeof *g->start);
  g->symbols = malloc (symbols * sizeof *g->symbols);
  if (exponents)
    g->exponents = malloc (symbols * sizeof *g->exponents);
  if (!g->start || !g->symbols || (exponents && !g->exponents))
    return WPP_E_NOMEM;
  write_rule (p, start, g);
  for (uint32_t r = 0; r < p->g->n_rules; r++)
    if (p->number[r])
      write_rule (p, r, g);
  g->n_terminals = p->alphabet.n;
  g->terminals = p->alphabet.events;
  p->alphabet.events = NULL;
  return wpp_grammar_finish (g);
}

static int
allocate (struct projector *p)
{
  const struct wpp_grammar *g = p->g;
  p->terminal = malloc ((g->n_terminals + (size_t)1) * sizeof *p->terminal);
  p->parts = malloc ((g->start[g->n_rules] + 1) * sizeof *p->parts);
  p->rules = malloc (g->n_rules * sizeof *p->rules);
  p->number = calloc (g->n_rules, sizeof *p->number);
  if (!p->terminal || !p->parts || !p->rules || !p->number)
    return WPP_E_NOMEM;
  return wpp_alphabet_init (&p->alphabet);
}

/* Set *OUT to the projection; it stays null when the function does not occur.  */
static int
project (struct projector *p, uint32_t (*letter) (void *data, uint32_t event), void *data,
         struct wpp_grammar **out)
{
  int err = allocate (p);
  if (!err)
    err = map_terminals (p, letter, data);
  if (err || !p->occurs)
    return err;
  for (uint32_t k = 0; k < p->g->n_rules; k++)
    project_rule (p, p->g->order[k]);
  if (p->rules[0].begin == p->rules[0].end)
    return 0;
  *out = calloc (1, sizeof **out);
  return *out ? write_grammar (p, *out) : WPP_E_NOMEM;
}

struct wpp_projection *
wpp_project (const struct wpp_grammar *g, uint32_t (*letter) (void *data, uint32_t event),
             void *data, bool landing, int *err)
{
  struct projector p = { .g = g };
  struct wpp_projection *result = calloc (1, sizeof *result);
  *err = result ? project (&p, letter, data, &result->grammar) : WPP_E_NOMEM;
  wpp_alphabet_release (&p.alphabet);
  free (p.terminal);
  free (p.parts);
  free (p.rules);
  free (p.number);
  if (*err)
    {
      wpp_projection_free (result);
      return NULL;
    }
  result->landing = landing;
  return result;
}

void
wpp_projection_free (struct wpp_projection *p)
{
  if (!p)
    return;
  wpp_grammar_free (p->grammar);
  wpp_sentence_free (p->sentence);
  free (p);
}

int
wpp_projection_make_whole (struct wpp_projection *p)
{
  int err = p->sentence ? wpp_sentence_put_back (p->sentence, p->grammar) : 0;
  wpp_sentence_free (p->sentence);
  p->sentence = NULL;
  return err;
}
