/* Statements of the program as text.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/program.h"
#include "program/statements/write.h"
#include "show/layouts.h"

static void
put_statement (FILE *out, const struct wpp_shown_function *f, const struct wpp_statement *s)
{
  char place[32] = "";
  if (s->line)
    snprintf (place, sizeof place, "%u:%u", s->line, s->column);
  fprintf (out, "  %9s  ", place);
  wpp_write_statement (out, f->body, s);
  if (s->line && s->file != f->function->file)
    fprintf (out, "  (%s)", wpp_shown_file (f, s->file));
  putc ('\n', out);
}

/* C, one of several cases if MORE.  */
static void
put_case (FILE *out, const struct wpp_shown_function *f, const struct wpp_case *c, bool more)
{
  char *low = c->low == WPP_NONE ? NULL : wpp_print_constant (f->program, c->low);
  char *high = c->low == c->high ? NULL : wpp_print_constant (f->program, c->high);
  fprintf (out, "%s%s%s%s", more ? ", " : ", case ", low ? low : "default", high ? "..." : "", high ? high : "");
  free (low);
  free (high);
}

/* What E says of the condition that decides it.  */
static void
put_edge (FILE *out, const struct wpp_shown_function *f, uint32_t e)
{
  const struct wpp_cfg *cfg = &f->function->cfg;
  const struct wpp_edge_code *code = &f->body->edges[e];
  static const char *const outcomes[] = { "", "if true ", "if false ", "" };
  uint32_t dst = cfg->edges[e].dst;
  if (dst == WPP_NODE_EXIT)
    return;
  fprintf (out, "  %9s  -> %sblock %u", "", outcomes[code->outcome], cfg->nodes[dst].block);
  for (uint32_t i = 0; i < code->n_cases; i++)
    put_case (out, f, &f->body->cases[code->first_case + i], i > 0);
  putc ('\n', out);
}

/* NODE, and, unless it goes on in the next one, edges out of its block; *E is the first of its edges.  */
static void
put_node (FILE *out, const struct wpp_shown_function *f, uint32_t node, uint32_t *e)
{
  const struct wpp_cfg *cfg = &f->function->cfg;
  const struct wpp_body *b = f->body;
  bool same = node > 0 && cfg->nodes[node].block == cfg->nodes[node - 1].block;
  if (node > WPP_NODE_EXIT && !same)
    fprintf (out, "  block %u\n", cfg->nodes[node].block);
  for (uint32_t i = b->first_phi[node]; i < b->first_phi[node + 1]; i++)
    {
      fprintf (out, "  %9s  ", "");
      wpp_write_phi (out, b, i, cfg);
      putc ('\n', out);
    }
  for (uint32_t i = b->first_statement[node]; i < b->first_statement[node + 1]; i++)
    put_statement (out, f, &b->statements[i]);
  for (; *e < cfg->n_edges && cfg->edges[*e].src == node; ++*e)
    if (node != WPP_NODE_ENTRY && cfg->nodes[cfg->edges[*e].dst].block != cfg->nodes[node].block)
      put_edge (out, f, *e);
}

static int
row (FILE *out, const void *data, void *state)
{
  const struct wpp_program_row *r = data;
  bool *any = state;
  uint32_t e = 0;
  fprintf (out, "%s%s  %s:%u\n", *any ? "\n" : "", r->short_name, r->file, r->shown->function->start_line);
  *any = true;
  for (uint32_t node = 0; node < r->shown->body->n_nodes; node++)
    put_node (out, r->shown, node, &e);
  return 0;
}

const struct wpp_text_layout wpp_program_layout = { &wpp_program_schema, NULL, row, NULL };
