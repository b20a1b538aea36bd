/* Where variables of static storage were in memory, and the program itself.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The recording has addresses of those that pointers reach.  Of the others, and of the program, the file's symbols
   tell where they are relative to those.  */

#include <stdlib.h>
#include "serve/past/past-impl.h"

/* Where Linux loads programs that can be anywhere, if nobody makes it random.  */
#define USUAL_BIAS UINT64_C (0x555555554000)

/* Is V one that the program has itself, once?  */
static bool
own_p (const struct wpp_variable *v)
{
  return v->flags & WPP_VARIABLE_STATIC && v->kind == WPP_VARIABLE && !(v->flags & WPP_VARIABLE_THREAD)
         && wpp_variable_assembler (v);
}

/* Find out from the addresses recorded where the image was.  */
static void
find_bias (struct wpp_past *p)
{
  struct wpp_image *m = p->image;
  m->bias = m->moves ? USUAL_BIAS : 0;
  for (size_t i = 0; i < p->of.bindings->n_programs && m->moves; i++)
    {
      const struct wpp_program *program = p->of.bindings->programs[i];
      const uint64_t *bases = p->of.bindings->bases[i];
      uint64_t low;
      for (uint32_t v = 0; bases && v < program->n_variables; v++)
        if (bases[v] && own_p (&program->variables[v]) && !(program->variables[v].flags & WPP_VARIABLE_EXTERNAL)
            && wpp_image_symbol (m, wpp_variable_assembler (&program->variables[v]), &low)
            && (bases[v] - low) % 4096 == 0)
          {
            m->bias = bases[v] - low;
            return;
          }
    }
}

/* Find of which program each function is.  */
static void
find_programs (struct wpp_past *p)
{
  for (size_t f = 0; f < p->of.code->n_functions; f++)
    {
      const struct wpp_body *b = wpp_past_body (p, f);
      while (b && p->of.bindings->programs[p->functions[f].program] != b->program)
        p->functions[f].program++;
    }
}

int
wpp_past_find_statics (struct wpp_past *p)
{
  find_bias (p);
  find_programs (p);
  p->statics = calloc (p->of.bindings->n_programs + 1, sizeof *p->statics);
  p->gaps = calloc (p->of.bindings->n_programs + 1, sizeof *p->gaps);
  if (!p->statics || !p->gaps)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < p->of.bindings->n_programs; i++)
    {
      const struct wpp_program *program = p->of.bindings->programs[i];
      const uint64_t *bases = p->of.bindings->bases[i];
      uint64_t low, *statics = p->statics[i] = calloc (program->n_variables + (size_t)1, sizeof *statics);
      if (!statics)
        return WPP_E_NOMEM;
      for (uint32_t v = 0; v < program->n_variables; v++)
        if (bases && bases[v])
          statics[v] = bases[v];
        else if (own_p (&program->variables[v])
                 && wpp_image_symbol (p->image, wpp_variable_assembler (&program->variables[v]), &low))
          statics[v] = low + p->image->bias;
    }
  return WPP_OK;
}

/* ---- What they have at first.  */

/* A larger variable is not known before it is accessed.  */
#define MOST_BYTES (UINT64_C (1) << 22)

static int
relocate (void *data, uint64_t address, bool is_relative, uint64_t addend)
{
  struct wpp_past *p = data;
  uint64_t word = addend + p->image->bias;
  return is_relative ? wpp_partial_put (&p->now.memory, address + p->image->bias, &word, sizeof word)
                     : wpp_partial_lose (&p->now.memory, address + p->image->bias, sizeof word);
}

/* V, of PROGRAM, is at ADDRESS.  */
static int
fill (struct wpp_past *p, const struct wpp_program *program, const struct wpp_variable *v, uint64_t address)
{
  uint64_t n = program->types[v->type].size / 8;
  if (!address || !n || n > MOST_BYTES || !own_p (v) || v->flags & WPP_VARIABLE_EXTERNAL)
    return WPP_OK;
  unsigned char *bytes = malloc (n);
  int err = bytes ? WPP_OK : WPP_E_NOMEM;
  if (bytes && wpp_image_initial (p->image, address - p->image->bias, bytes, n))
    err = wpp_partial_put (&p->now.memory, address, bytes, n);
  free (bytes);
  return err;
}

int
wpp_past_fill_statics (struct wpp_past *p)
{
  int err = WPP_OK;
  for (size_t i = 0; i < p->of.bindings->n_programs && !err; i++)
    for (uint32_t v = 0; v < p->of.bindings->programs[i]->n_variables && !err; v++)
      err = fill (p, p->of.bindings->programs[i], &p->of.bindings->programs[i]->variables[v], p->statics[i][v]);
  return err ? err : wpp_image_relocations (p->image, relocate, p);
}
