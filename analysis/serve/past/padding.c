/* Bits of records that no member has.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Nobody stores them, so nobody knows them; but a debugger that prints a record reads them.  They are 0 for it.  */

#include <stdlib.h>
#include "serve/past/run-impl.h"

/* The gaps of RECORD of program number I; null when out of memory.  */
static const struct wpp_image_gaps *
gaps_of (struct wpp_past_run *run, size_t i, uint32_t record)
{
  const struct wpp_program *program = run->of.bindings->programs[i];
  const struct wpp_type *type = &program->types[record];
  struct wpp_image *image = run->program_images[i];
  Dwarf_Die die;
  if (!run->gaps[i] && !(run->gaps[i] = calloc (program->n_types + (size_t)1, sizeof **run->gaps)))
    return NULL;
  struct wpp_past_gaps *g = &run->gaps[i][record];
  if (!g->looked && image && type->name && wpp_image_record (image, type->name, type->size / 8, &die)
      && wpp_image_gaps (&die, &g->gaps))
    return NULL;
  g->looked = true;
  return &g->gaps;
}

int
wpp_past_pad (struct wpp_past_run *run, struct wpp_partial_memory *m, uint32_t function, uint32_t reference,
              uint64_t address)
{
  const struct wpp_body *b = wpp_past_run_body (run, function);
  const struct wpp_reference *r = &b->references[reference];
  const struct wpp_component *last = r->n_components ? &b->components[r->first_component + r->n_components - 1] : NULL;
  const struct wpp_field *f = last && last->kind == WPP_COMPONENT_FIELD ? &b->program->fields[last->index] : NULL;
  if (!f || f->offset == WPP_UNKNOWN_OFFSET)
    return WPP_OK;
  const struct wpp_image_gaps *g = gaps_of (run, run->functions[function].program, f->record);
  return g ? wpp_partial_pad_all (m, address - f->offset / 8, g) : WPP_E_NOMEM;
}

void
wpp_past_free_gaps (struct wpp_past_run *run)
{
  for (size_t i = 0; run->gaps && i < run->of.bindings->n_programs; i++)
    {
      for (uint32_t t = 0; run->gaps[i] && t < run->of.bindings->programs[i]->n_types; t++)
        free (run->gaps[i][t].gaps.of);
      free (run->gaps[i]);
    }
  free (run->gaps);
}
