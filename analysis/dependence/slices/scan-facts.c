/* A slice by going through what a thread did: the sets of facts at hand.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "dependence/slices/scan-impl.h"

void
wpp_scan_open_frame (struct wpp_scan *s)
{
  s->loads_changed = false;
  if (s->opened == s->frame && !s->facts.changed)
    return;
  wpp_marks_load (&s->facts, &s->sets, s->frame);
  s->opened = s->frame;
}

void
wpp_scan_open (struct wpp_scan *s)
{
  if (s->loaded != s->memory)
    wpp_sets_bits (&s->memories, s->memory, s->loads, wpp_scan_load_words (s));
  s->loaded = s->memory;
  wpp_scan_open_frame (s);
}

void
wpp_scan_close (struct wpp_scan *s)
{
  if (s->facts.changed && !s->err)
    {
      s->err = wpp_marks_intern (&s->facts, &s->sets, &s->frame);
      s->opened = s->frame;
    }
  if (!s->loads_changed || s->err)
    return;
  s->err = wpp_sets_intern_bits (&s->memories, s->loads, wpp_scan_load_words (s), &s->memory);
  s->loaded = s->memory;
}

uint32_t
wpp_scan_stored (struct wpp_scan *s, uint32_t store)
{
  const struct wpp_memory *m = &s->model->memory;
  wpp_scan_effect_ask (s, store);
  for (size_t w = 0; store != WPP_NONE && w < m->words; w++)
    {
      uint64_t both = m->may[store * m->words + w] & s->loads[w];
      if (both)
        return w * 64 + __builtin_ctzll (both);
    }
  return WPP_NONE;
}

void
wpp_scan_kill_loads (struct wpp_scan *s, uint32_t store)
{
  const struct wpp_memory *m = &s->model->memory;
  for (size_t w = 0; store != WPP_NONE && w < m->words; w++)
    {
      uint64_t both = m->must[store * m->words + w] & s->loads[w];
      s->loads[w] &= ~both;
      s->loads_changed |= both != 0;
      if (!wpp_scan_effects_p (s))
        continue;
      s->effects.killed[w] |= m->must[store * m->words + w];
      s->effects.added[w] &= ~m->must[store * m->words + w];
    }
}

const struct wpp_slice_code *
wpp_scan_site (const struct wpp_scan *s, uint32_t caller, uint32_t frame)
{
  size_t n;
  const struct wpp_slice_function *f = caller == WPP_NONE ? NULL : s->model->functions[caller];
  const uint32_t *items = wpp_sets_items (&s->sets, frame, &n);
  return f && n && items[n - 1] >= f->n_facts ? &f->code[items[n - 1] - f->n_facts] : NULL;
}

size_t
wpp_scan_escaped (struct wpp_scan *s, uint32_t function, uint32_t frame)
{
  const struct wpp_slice_function *f = function == WPP_NONE ? NULL : s->model->functions[function];
  size_t n = 0, n_items;
  if (!f)
    return 0;
  const uint32_t *items = wpp_sets_items (&s->sets, frame, &n_items);
  for (size_t i = f->n_escapes; n_items && i && items[n_items - 1] >= f->escapes[0].fact;)
    if (items[n_items - 1] > f->escapes[i - 1].fact)
      n_items--;
    else if (items[n_items - 1] == f->escapes[--i].fact)
      s->list[n++] = f->escapes[i].load;
  return n;
}

/* ---- The criterion.  */

bool
wpp_scan_criterion_p (const struct wpp_scan_at *at, uint32_t node, const struct wpp_slice_code *code)
{
  struct wpp_scan *s = at->s;
  const struct wpp_slice_criterion *c = s->criterion;
  if (!c || !wpp_marks_p (&s->facts, WPP_FACT_ZONE) || code->line != c->line || code->file != c->file
      || at->f->cfg->nodes[node].block != c->block)
    return false;
  if (c->whole)
    return true;
  wpp_marks_take (&s->facts, WPP_FACT_ZONE);
  if (c->variable != WPP_NONE)
    wpp_scan_add (at, WPP_FACT_VARIABLE, WPP_NONE);
  else if (c->fact != WPP_NONE)
    wpp_scan_add (at, c->fact, WPP_NONE);
  else
    wpp_scan_add_load (s, c->load, WPP_NONE);
  return false;
}

bool
wpp_scan_variable_p (const struct wpp_scan_at *at, uint32_t fact)
{
  const struct wpp_scan *s = at->s;
  return wpp_marks_p (&s->facts, WPP_FACT_VARIABLE) && at->f->fact_variable && fact >= WPP_FACT_FIRST
         && fact < at->f->n_facts && at->f->fact_variable[fact - WPP_FACT_FIRST] == s->criterion->variable;
}

int
wpp_scan_init_sets (struct wpp_scan *s)
{
  s->memories = (struct wpp_sets){ 0 };
  int err = wpp_sets_init (&s->sets);
  return err ? err : wpp_sets_init (&s->memories);
}
