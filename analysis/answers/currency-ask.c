/* wpp currency: asking about a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/currency-impl.h"

/* Series that an answer may have: with times, and where only their number matters.  */
#define SERIES_LISTED (UINT64_C (1) << 22)
#define SERIES_COUNTED (UINT64_C (1) << 18)

/* ---- What is asked.  */

/* Read the moves of A's program.  */
static int
read_moves (struct wpp_currency_asking *a, const char **bad)
{
  a->program = a->asked->program ? a->asked->program : wpp_recording_program (a->t.recording);
  if (!a->program || !*a->program)
    return wpp_complain (a->place, "", 0, WPP_E_TOLD, "it does not name the program; give --program=FILE");
  int err = wpp_moves_read_elf (a->program, &a->units, &a->n_units, a->place);
  if (err)
    *bad = a->program;
  return err;
}

int
wpp_currency_asking_open (struct wpp_currency_asking *a, struct wpp_recording *r,
                          const struct wpp_currency_asked *asked, const char **bad, struct wpp_place *place)
{
  *a = (struct wpp_currency_asking){ .asked = asked, .place = place };
  *bad = NULL;
  int err = wpp_traced_open (&a->t, r, place);
  if (!err)
    err = wpp_at_find_in (&a->found, r, &asked->at, place);
  return err ? err : read_moves (a, bad);
}

void
wpp_currency_asking_release (struct wpp_currency_asking *a)
{
  for (size_t i = 0; i < a->n_units; i++)
    wpp_moves_free (a->units[i]);
  free (a->units);
  wpp_at_release (&a->found);
  wpp_traced_release (&a->t);
}

/* ---- Functions.  */

/* Is FUNCTION of UNIT the one of BODY?  */
static bool
same_p (const struct wpp_move_function *moved, const struct wpp_function *function, const struct wpp_body *body)
{
  return moved->checksum == function->checksum && moved->statements_hash == wpp_moves_hash (body)
         && moved->n_statements == body->n_statements && moved->n_nodes == body->n_nodes;
}

/* Find F's function among the moves of A's program.  Null, or why that fails.  */
static const char *
find_moved (struct wpp_currency_function *f, const struct wpp_currency_asking *a)
{
  const struct wpp_function *function = f->in->function->function;
  bool named = false;
  for (size_t u = 0; u < a->n_units; u++)
    for (uint32_t i = 0; i < a->units[u]->n_functions; i++)
      {
        const struct wpp_move_function *moved = &a->units[u]->functions[i];
        if (strcmp (moved->name, function->name))
          continue;
        named = true;
        if (!same_p (moved, function, f->in->body))
          continue;
        f->moves = a->units[u];
        f->moved = i;
        if (!strcmp (a->units[u]->source, f->in->function->unit->source))
          return NULL;
      }
  if (f->moves)
    return NULL;
  return named ? "the program that is debugged was compiled from another source, or with other options, than the one "
                 "that ran"
               : "the program that is debugged has no moves of the function (-fwpp-moves)";
}

/* Complain that ERR came up when F was asked.  */
static int
complain (const struct wpp_currency_function *f, int err)
{
  return wpp_complain (f->asking->place, "", 0, WPP_E_ASKED, "%s: %s",
                       wpp_function_name (f->in->function->function), wpp_strerror (err));
}

int
wpp_currency_function_open (struct wpp_currency_function *f, const struct wpp_currency_asking *a,
                            const struct wpp_at_function *in, const char **why)
{
  *f = (struct wpp_currency_function){ .asking = a, .in = in, .number = wpp_traced_number (&a->t, in->function) };
  *why = f->number == WPP_NO_FUNCTION ? "the line was never executed" : find_moved (f, a);
  if (*why)
    return 0;
  f->counts = wpp_traced_counts (&a->t, f->number);
  if (!f->counts)
    return WPP_E_NOMEM;
  int err = wpp_spelled_init (&f->spelled, a->t.code, in->function, &a->t.all->functions[f->number]);
  return err ? complain (f, err) : 0;
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
  struct wpp_currency_place *places = calloc (b->n_statements + (size_t)1, sizeof *places);
  uint32_t last_line = 0, last_file = 0, last_block = UINT32_MAX;
  *n = 0;
  for (uint32_t i = 0; places && i < b->n_statements; i++)
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
  return err ? err : wpp_currency_open (c, &f->spelled, &f->asking->t.all->functions[f->number]);
}

int
wpp_currency_result_find (struct wpp_currency_result *r, struct wpp_currency *c, const struct wpp_currency_function *f,
                          struct wpp_currency_place place, bool listed)
{
  struct wpp_currency_answer a;
  uint64_t room = listed ? SERIES_LISTED : SERIES_COUNTED;
  *r = (struct wpp_currency_result){ .in = f->in, .variable = c->variable, .place = place, .listed = listed,
                                     .code = wpp_currency_code_p (c, place.node, place.statement) };
  int err = wpp_currency_ask (c, place.node, place.statement, &room, &a);
  if (!err && listed)
    err = wpp_vectors_in_order (f->asking->t.all, f->number, a.vectors, &room, &r->all);
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
  return err && err != WPP_E_TOOBIG && err != WPP_E_NOMEM ? complain (f, err) : err;
}

void
wpp_currency_result_release (struct wpp_currency_result *r)
{
  wpp_vector_release (&r->all);
  free (r->kinds);
}
