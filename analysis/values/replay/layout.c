/* Where the values of a function are in an activation.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "values/replay/compile-impl.h"

/* No more bytes are kept: what is in other variables is not known.  People write functions with some hundreds.  */
#define MOST_KEPT (UINT32_C (1) << 24)

void
wpp_micro_layout_free (struct wpp_micro_layout *l)
{
  if (!l)
    return;
  wpp_values_plan_release (&l->plan);
  free (l->frames);
  free (l->kept);
  free (l->undefined);
  free (l);
}

static void
place_locals (struct wpp_micro_layout *l)
{
  const struct wpp_body *b = l->body;
  for (uint32_t i = 0; i < b->n_locals; i++)
    {
      uint8_t storage = l->plan.storage[b->n_globals + i];
      uint64_t bytes = wpp_body_type (b, b->locals[i].type)->size / 8;
      bool kept = storage == WPP_STORAGE_KEPT && l->n_kept < MOST_KEPT;
      l->kept[i] = kept ? l->n_kept : WPP_NONE;
      if (kept)
        l->n_kept += (bytes + 7) / 8 * 8;
    }
}

/* Give the addresses that are checked at the entry their slots.  Others of FRAMED locals have none: no statement names
   these, and what is in a slot that nothing assigns could be anything.  */
static void
place_frames (struct wpp_micro_layout *l)
{
  const struct wpp_points *entry = &l->plan.entry;
  for (uint32_t i = 0; i < entry->n; i++)
    if (l->plan.points[entry->first + i].kind == WPP_POINT_FRAME)
      l->frames[l->plan.points[entry->first + i].index - l->body->n_globals] = l->n_slots++;
}

/* The greatest number of PHIs of a node.  */
static uint32_t
most_phis (const struct wpp_body *b)
{
  uint32_t most = 0;
  for (uint32_t i = 0; i < b->n_nodes; i++)
    if (b->first_phi[i + 1] - b->first_phi[i] > most)
      most = b->first_phi[i + 1] - b->first_phi[i];
  return most;
}

static void
find_undefined (struct wpp_micro_layout *l)
{
  for (uint32_t v = 0; v < l->body->n_values; v++)
    if (l->body->values[v].kind == WPP_DEFINED_BEFORE)
      l->undefined[l->n_undefined++] = wpp_value_slot (v);
}

/* May assembly of TEXT call a function?  `syscall' does not.  */
static bool
calling_text_p (const char *text)
{
  for (const char *at = text; at && (at = strstr (at, "call")); at++)
    if (at - text < 3 || strncmp (at - 3, "sys", 3))
      return true;
  return text && strstr (text, "jmp");
}

static bool
calling_assembly_p (const struct wpp_body *b)
{
  bool found = false;
  for (uint32_t i = 0; i < b->n_statements && !found; i++)
    found = b->statements[i].kind == WPP_STATEMENT_ASM
            && calling_text_p (b->program->constants[b->statements[i].extra].text);
  return found;
}

struct wpp_micro_layout *
wpp_micro_layout_new (const struct wpp_body *body, const struct wpp_cfg *cfg)
{
  struct wpp_micro_layout *l = calloc (1, sizeof *l);
  if (!l)
    return NULL;
  l->body = body;
  l->cfg = cfg;
  l->frames = calloc (body->n_locals + (size_t)1, sizeof *l->frames);
  l->kept = calloc (body->n_locals + (size_t)1, sizeof *l->kept);
  l->undefined = calloc (body->n_values + (size_t)1, sizeof *l->undefined);
  if (!l->frames || !l->kept || !l->undefined || wpp_values_plan (body, cfg, &l->plan))
    {
      wpp_micro_layout_free (l);
      return NULL;
    }
  const struct wpp_point *first = l->plan.entry.n ? &l->plan.points[l->plan.entry.first] : NULL;
  l->handler = first && first->kind == WPP_POINT_HANDLER ? first->check : WPP_NONE;
  l->calling_assembly = calling_assembly_p (body);
  l->n_slots = 1 + body->n_values;
  place_frames (l);
  place_locals (l);
  l->first_temporary = l->n_slots;
  l->n_slots += WPP_TEMPORARIES + most_phis (body);
  find_undefined (l);
  return l;
}
