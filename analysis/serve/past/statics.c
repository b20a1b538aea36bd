/* Where variables of static storage were in memory, and the images themselves.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The recording has addresses of variables and functions that pointers reach.  Of the others, and of images, the file's
   symbols tell where they are relative to those.  */

#include <stdlib.h>
#include "serve/past/run-impl.h"

/* Where Linux loads programs that can be anywhere, if nobody makes it random; and how far made-up places of libraries
   are apart, of which the dynamic linker has the first.  */
#define USUAL_BIAS UINT64_C (0x555555554000)
#define LIBRARY_BYTES (UINT64_C (1) << 32)

/* Is V one that its image has itself, once?  */
static bool
own_p (const struct wpp_variable *v)
{
  return v->flags & WPP_VARIABLE_STATIC && v->kind == WPP_VARIABLE && !(v->flags & WPP_VARIABLE_THREAD)
         && wpp_variable_assembler (v);
}

/* Does the address BASE of V tell where the image M was?  */
static bool
tells_p (struct wpp_image *m, const struct wpp_variable *v, uint64_t base)
{
  uint64_t low;
  bool fixed = own_p (v) || v->kind == WPP_FUNCTION;
  if (!base || !fixed || v->flags & WPP_VARIABLE_EXTERNAL || !wpp_variable_assembler (v)
      || !wpp_image_symbol (m, wpp_variable_assembler (v), &low) || (base - low) % 4096 != 0)
    return false;
  m->bias = base - low;
  return true;
}

/* Find out from the addresses recorded where image number I was.  */
static void
find_bias (struct wpp_past_run *run, size_t i)
{
  struct wpp_image *m = &run->images.of[i];
  m->bias = !m->moves ? 0 : i == 0 ? USUAL_BIAS : WPP_LINKER_PLACE + i * LIBRARY_BYTES;
  for (size_t k = 0; k < run->of.bindings->n_programs && m->moves; k++)
    {
      const struct wpp_program *program = run->of.bindings->programs[k];
      const uint64_t *bases = run->of.bindings->bases[k];
      for (uint32_t v = 0; bases && run->program_images[k] == m && v < program->n_variables; v++)
        if (tells_p (m, &program->variables[v], bases[v]))
          return;
    }
}

/* The address of V by symbols: of its own image M, which may be null; one that is defined elsewhere, of the first image
   that has it.  0: not known.  */
static uint64_t
address_by_symbol (const struct wpp_past_run *run, const struct wpp_image *m, const struct wpp_variable *v)
{
  uint64_t low;
  if (!own_p (v))
    return 0;
  for (size_t i = 0; i < run->images.n; i++)
    if ((v->flags & WPP_VARIABLE_EXTERNAL || &run->images.of[i] == m)
        && wpp_image_symbol (&run->images.of[i], wpp_variable_assembler (v), &low))
      return low + run->images.of[i].bias;
  return 0;
}

int
wpp_past_find_statics (struct wpp_past_run *run)
{
  for (size_t i = 0; i < run->images.n; i++)
    find_bias (run, i);
  for (size_t i = 0; i < run->of.bindings->n_programs; i++)
    {
      const struct wpp_program *program = run->of.bindings->programs[i];
      const uint64_t *bases = run->of.bindings->bases[i];
      uint64_t *statics = run->statics[i] = calloc (program->n_variables + (size_t)1, sizeof *statics);
      if (!statics)
        return WPP_E_NOMEM;
      for (uint32_t v = 0; v < program->n_variables; v++)
        statics[v] = bases && bases[v]
                       ? bases[v] : address_by_symbol (run, run->program_images[i], &program->variables[v]);
    }
  return WPP_OK;
}

/* ---- What they have at first.  */

/* A larger variable is not known before it is accessed.  */
#define MOST_BYTES (UINT64_C (1) << 22)

struct filling
{
  struct wpp_partial_memory *memory;
  struct wpp_image *image;
};

static int
relocate (void *data, uint64_t address, bool is_relative, uint64_t addend)
{
  const struct filling *f = data;
  uint64_t word = addend + f->image->bias;
  return is_relative ? wpp_partial_put (f->memory, address + f->image->bias, &word, sizeof word)
                     : wpp_partial_lose (f->memory, address + f->image->bias, sizeof word);
}

/* V, of PROGRAM, is at ADDRESS.  */
static int
fill (const struct filling *f, const struct wpp_program *program, const struct wpp_variable *v, uint64_t address)
{
  uint64_t n = program->types[v->type].size / 8;
  if (!address || !n || n > MOST_BYTES || !own_p (v) || v->flags & WPP_VARIABLE_EXTERNAL)
    return WPP_OK;
  unsigned char *bytes = malloc (n);
  int err = bytes ? WPP_OK : WPP_E_NOMEM;
  if (bytes && wpp_image_initial (f->image, address - f->image->bias, bytes, n))
    err = wpp_partial_put (f->memory, address, bytes, n);
  free (bytes);
  return err;
}

int
wpp_past_fill_statics (const struct wpp_past_run *run, struct wpp_partial_memory *m, bool all)
{
  int err = WPP_OK;
  for (size_t i = 0; i < run->of.bindings->n_programs && !err; i++)
    {
      const struct filling f = { m, run->program_images[i] };
      const struct wpp_program *program = run->of.bindings->programs[i];
      for (uint32_t v = 0; f.image && v < program->n_variables && !err; v++)
        if (all || program->variables[v].flags & WPP_VARIABLE_READONLY)
          err = fill (&f, program, &program->variables[v], run->statics[i][v]);
    }
  for (size_t i = 0; i < run->images.n && all && !err; i++)
    {
      struct filling f = { m, &run->images.of[i] };
      err = wpp_image_relocations (f.image, relocate, &f);
    }
  return err;
}
