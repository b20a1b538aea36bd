/* The program as data: memory, and what derives from what is stored.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/statements/program.h"

struct wpp_program *
wpp_program_new (void)
{
  struct wpp_program *p = calloc (1, sizeof *p);
  if (!p)
    return NULL;
  p->habits = calloc (1, sizeof *p->habits);
  if (p->habits)
    return p;
  free (p);
  return NULL;
}

static void
release_variables (struct wpp_variable *v, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      free (v[i].name);
      free (v[i].assembler);
      free (v[i].short_name);
    }
  free (v);
}

void
wpp_body_release (struct wpp_body *b)
{
  release_variables (b->locals, b->n_locals);
  free (b->globals);
  free (b->scopes);
  free (b->values);
  free (b->operands);
  free (b->references);
  free (b->components);
  free (b->statements);
  free (b->first_statement);
  free (b->lists);
  free (b->uses);
  free (b->calls);
  free (b->phis);
  free (b->first_phi);
  free (b->edges);
  free (b->arguments);
  free (b->cases);
  free (b->alias.bits);
  free (b->whole);
}

void
wpp_program_free (struct wpp_program *p)
{
  if (!p)
    return;
  for (uint32_t i = 0; i < p->n_files; i++)
    free (p->files[i]);
  for (uint32_t i = 0; i < p->n_types; i++)
    free (p->types[i].name);
  for (uint32_t i = 0; i < p->n_fields; i++)
    free (p->fields[i].name);
  for (uint32_t i = 0; i < p->n_constants; i++)
    free (p->constants[i].text);
  for (uint32_t i = 0; i < p->n_bodies; i++)
    wpp_body_release (&p->bodies[i]);
  release_variables (p->variables, p->n_variables);
  free (p->files);
  free (p->types);
  free (p->fields);
  free (p->constants);
  free (p->alias_sets);
  free (p->bodies);
  free (p->habits);
  free (p);
}

/* ---- What derives.  */

/* Set FIRST [n + 1] so that FIRST[node] .. FIRST[node + 1] are the items of NODE; NODE_OF is an expression of I.  */
#define GROUP(FIRST, N_NODES, N, I, NODE_OF)                                                      \
  do                                                                                              \
    {                                                                                             \
      uint32_t I = 0;                                                                             \
      for (uint32_t node = 0; node <= (N_NODES); node++)                                          \
        {                                                                                         \
          while (I < (N) && (NODE_OF) < node)                                                     \
            I++;                                                                                  \
          (FIRST)[node] = I;                                                                      \
        }                                                                                         \
      (FIRST)[N_NODES] = (N);                                                                     \
    }                                                                                             \
  while (0)

int
wpp_body_finish (struct wpp_body *b)
{
  size_t n_variables = (size_t)b->n_globals + b->n_locals;
  b->first_statement = calloc ((size_t)b->n_nodes + 1, sizeof *b->first_statement);
  b->first_phi = calloc ((size_t)b->n_nodes + 1, sizeof *b->first_phi);
  b->whole = malloc ((n_variables + 1) * sizeof *b->whole);
  if (!b->first_statement || !b->first_phi || !b->whole)
    return WPP_E_NOMEM;
  GROUP (b->first_statement, b->n_nodes, b->n_statements, i, b->statements[i].node);
  GROUP (b->first_phi, b->n_nodes, b->n_phis, i, b->phis[i].node);
  memset (b->whole, 0xff, (n_variables + 1) * sizeof *b->whole);
  for (uint32_t r = b->n_references; r-- > 0;)
    if (b->references[r].base_kind == WPP_BASE_VARIABLE && b->references[r].n_components == 0)
      b->whole[b->references[r].base] = r;
  return WPP_OK;
}
