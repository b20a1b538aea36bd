/* wpp currency: asking about a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "tool/currency.h"

/* Series that an answer may have: with times, and where only their number matters.  */
#define SERIES_LISTED (UINT64_C (1) << 22)
#define SERIES_COUNTED (UINT64_C (1) << 18)

/* ---- The program.  */

void
wpp_debugged_read (struct wpp_debugged *d, const struct wpp_currency_options *o, const struct wpp_traced *t)
{
  struct wpp_place place = { "", 0, "" };
  *d = (struct wpp_debugged){ .program = o->program ? o->program : t->profile->program };
  if (!d->program || !*d->program)
    wpp_die (t->profile->file, "it does not name the program; give --program=FILE");
  int err = wpp_moves_read_elf (d->program, &d->units, &d->n, &place);
  if (err)
    wpp_die_at (d->program, err, &place);
}

void
wpp_debugged_free (struct wpp_debugged *d)
{
  for (size_t i = 0; i < d->n; i++)
    wpp_moves_free (d->units[i]);
  free (d->units);
}

/* ---- Functions.  */

/* Is FUNCTION of UNIT the one of BODY?  */
static bool
same_p (const struct wpp_move_function *moved, const struct wpp_function *function, const struct wpp_body *body)
{
  return moved->checksum == function->checksum && moved->statements_hash == wpp_moves_hash (body)
         && moved->n_statements == body->n_statements && moved->n_nodes == body->n_nodes;
}

/* Find F's function among D's.  Null, or why that fails.  */
static const char *
find_moved (struct wpp_currency_function *f, const struct wpp_debugged *d)
{
  const struct wpp_function *function = f->in->function->function;
  bool named = false;
  for (size_t u = 0; u < d->n; u++)
    for (uint32_t i = 0; i < d->units[u]->n_functions; i++)
      {
        const struct wpp_move_function *moved = &d->units[u]->functions[i];
        if (strcmp (moved->name, function->name))
          continue;
        named = true;
        if (!same_p (moved, function, f->in->body))
          continue;
        f->moves = d->units[u];
        f->moved = i;
        if (!strcmp (d->units[u]->source, f->in->function->unit->source))
          return NULL;
      }
  if (f->moves)
    return NULL;
  return named ? "the program that is debugged was compiled from another source, or with other options, than the one "
                 "that ran"
               : "the program that is debugged has no moves of the function (-fwpp-moves)";
}

const char *
wpp_currency_function_open (struct wpp_currency_function *f, const struct wpp_traced *t,
                            const struct wpp_at_function *in, const struct wpp_debugged *d)
{
  *f = (struct wpp_currency_function){ .t = t, .in = in, .number = wpp_traced_number (t, in->function) };
  if (f->number == WPP_NO_FUNCTION)
    return "the line was never executed";
  const char *why = find_moved (f, d);
  if (why)
    return why;
  f->counts = wpp_traced_counts (t, f->number);
  int err = wpp_spelled_init (&f->spelled, t->code, in->function, &t->all->functions[f->number]);
  if (err)
    wpp_die (wpp_function_name (in->function->function), "%s", wpp_strerror (err));
  return NULL;
}

void
wpp_currency_function_close (struct wpp_currency_function *f)
{
  wpp_spelled_release (&f->spelled);
  free (f->counts);
}

struct wpp_currency_place *
wpp_currency_places (const struct wpp_at_function *in, const char *file, uint32_t line, size_t *n)
{
  const struct wpp_body *b = in->body;
  const struct wpp_cfg *cfg = &in->function->function->cfg;
  struct wpp_currency_place *places = wpp_new (b->n_statements + (size_t)1, sizeof *places);
  uint32_t last_line = 0, last_file = 0, last_block = UINT32_MAX;
  *n = 0;
  for (uint32_t i = 0; i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      uint32_t block = cfg->nodes[s->node].block;
      if (!s->line || wpp_codeless_p (s) || (s->line == last_line && s->file == last_file && block == last_block))
        continue;
      bool wanted = !file || wpp_at_p (in, s, file, line);
      /* A block counts once where one line is asked for, however often control comes back to the line in it.  */
      if (wanted && !(file && *n && cfg->nodes[places[*n - 1].node].block == block))
        places[(*n)++] = (struct wpp_currency_place){ s->node, i };
      last_line = s->line;
      last_file = s->file;
      last_block = block;
    }
  return places;
}

/* ---- Answers.  */

int
wpp_currency_variable_open (struct wpp_currency *c, const struct wpp_currency_function *f, uint32_t variable)
{
  int err = wpp_currency_init (c, f->moves, f->moved, &f->in->function->function->cfg, f->in->body, variable);
  return err ? err : wpp_currency_open (c, &f->spelled, &f->t->all->functions[f->number]);
}

bool
wpp_currency_result_find (struct wpp_currency_result *r, struct wpp_currency *c, const struct wpp_currency_function *f,
                          struct wpp_currency_place place, bool listed)
{
  struct wpp_currency_answer a;
  uint64_t room = listed ? SERIES_LISTED : SERIES_COUNTED;
  *r = (struct wpp_currency_result){ .in = f->in, .variable = c->variable, .place = place, .listed = listed,
                                     .code = wpp_currency_code_p (c, place.node, place.statement) };
  int err = wpp_currency_ask (c, place.node, place.statement, &room, &a);
  if (!err && listed)
    err = wpp_vectors_in_order (f->t->all, f->number, a.vectors, &room, &r->all);
  if (err == WPP_E_TOOBIG && listed)
    {
      wpp_vector_release (&r->all);
      r->listed = false;
      err = WPP_OK;
    }
  if (!err && !r->listed)
    err = wpp_vectors_sum (a.vectors, f->counts, a.n_traces, &r->all);
  r->n = a.n;
  r->kinds = a.kinds;
  a.kinds = NULL;
  wpp_currency_answer_release (&a);
  if (err && err != WPP_E_TOOBIG)
    wpp_die (wpp_function_name (f->in->function->function), "%s", wpp_strerror (err));
  return !err;
}

void
wpp_currency_result_release (struct wpp_currency_result *r)
{
  wpp_vector_release (&r->all);
  free (r->kinds);
}
