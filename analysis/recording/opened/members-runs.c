/* The runs of a pool (members.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/array.h"
#include "base/bytes.h"
#include "base/saturate.h"
#include "recording/opened/joined-impl.h"
#include "recording/opened/members-impl.h"

static void
set_id (struct wpp_merged_run *run, const struct wpp_buffer *b)
{
  XXH128_canonical_t id;
  XXH128_canonicalFromHash (&id, XXH3_128bits (b->data, b->size));
  memcpy (run->id, id.digest, WPP_RUN_ID);
}

/* The id of the run of P, which is not merged, or of part number PART of a profile that does not tell its runs.  A
   process that executes its program again makes another file.  */
static int
identify (const struct wpp_profile *p, uint64_t hash, size_t part, struct wpp_merged_run *run)
{
  struct wpp_buffer b = { 0 };
  uint64_t began = p->merged.n_programs ? 0 : p->run.known ? p->run.began : p->run.made;
  bool known = began != 0;
  wpp_put_string (&b, p->program);
  wpp_put_leb (&b, p->build_id_size);
  wpp_put_bytes (&b, p->build_id, p->build_id_size);
  wpp_put_leb (&b, known);
  wpp_put_u64 (&b, known ? p->run.pid : part);
  wpp_put_u64 (&b, known ? p->run.start : hash);
  wpp_put_u64 (&b, began);
  if (!b.failed)
    set_id (run, &b);
  wpp_buffer_release (&b);
  return b.failed ? WPP_E_NOMEM : 0;
}

/* The same of the COPYth more run that RUN weighs.  */
static int
identify_copy (struct wpp_merged_run *run, uint64_t copy)
{
  struct wpp_buffer b = { 0 };
  wpp_put_bytes (&b, run->id, WPP_RUN_ID);
  wpp_put_u64 (&b, copy);
  if (!b.failed)
    set_id (run, &b);
  wpp_buffer_release (&b);
  return b.failed ? WPP_E_NOMEM : 0;
}

static uint64_t
count_events (const struct wpp_profile *p, size_t thread, uint32_t n)
{
  uint64_t events = 0;
  for (uint32_t i = 0; i < n; i++)
    events = wpp_saturating_add (events, p->threads[thread + i].n_events);
  return events;
}

/* Append RUN, which has threads from THREAD on, WEIGHT times.  */
static int
add_run (struct wpp_members *p, const struct wpp_members_run *run, uint64_t weight)
{
  int err = WPP_RESERVE (p->met, p->met_room, p->n_met, weight);
  for (uint64_t copy = 0; copy < weight && !err; copy++)
    {
      struct wpp_members_run *r = &p->met[p->n_met++];
      *r = *run;
      err = copy ? identify_copy (&r->run, copy) : 0;
    }
  return err;
}

/* Program number PART of the member I, a profile that is merged without telling its runs; or the only one.  The first
   has all threads.  */
static struct wpp_members_run
unknown_run (const struct wpp_profile *p, size_t i, size_t part)
{
  struct wpp_members_run r = { .member = i };
  r.run.runs = p->merged.n_programs ? p->merged.programs[part].runs : 1;
  r.run.n_threads = part ? 0 : p->n_threads;
  r.program = p->merged.n_programs ? &p->merged.programs[part] : NULL;
  r.own = (struct wpp_merged_program){ p->program, p->build_id, p->build_id_size, 1 };
  r.events = count_events (p, 0, r.run.n_threads);
  return r;
}

int
wpp_members_list_runs (struct wpp_members *pool, size_t i, uint64_t weight)
{
  const struct wpp_profile *p = pool->joined.files[i].profile;
  size_t parts = p->merged.n_programs ? p->merged.n_programs : 1, thread = 0;
  int err = 0;
  for (size_t k = 0; !p->merged.n_runs && k < parts && !err; k++)
    {
      struct wpp_members_run r = unknown_run (p, i, k);
      err = identify (p, pool->joined.files[i].hash, k, &r.run);
      if (!err)
        err = add_run (pool, &r, weight);
    }
  for (size_t k = 0; k < p->merged.n_runs && !err; k++)
    {
      const struct wpp_merged_run *run = &p->merged.runs[k];
      const struct wpp_members_run r = { .run = *run, .program = &p->merged.programs[run->program], .member = i,
                                      .nth = k, .thread = thread, .events = count_events (p, thread, run->n_threads) };
      err = add_run (pool, &r, weight);
      thread += run->n_threads;
    }
  return err;
}

/* By id; of one id the one that has most events first.  */
static int
compare_runs (const void *a, const void *b)
{
  const struct wpp_members_run *x = a, *y = b;
  int order = memcmp (x->run.id, y->run.id, WPP_RUN_ID);
  if (!order)
    order = (x->events < y->events) - (x->events > y->events);
  return order ? order : (x->member > y->member) - (x->member < y->member);
}

int
wpp_members_sort_runs (struct wpp_members *p)
{
  struct wpp_members_run *runs = malloc ((p->n_met + 1) * sizeof *runs);
  if (!runs)
    return WPP_E_NOMEM;
  free (p->runs);
  p->runs = runs;
  p->n_runs = 0;
  if (p->n_met)
    qsort (p->met, p->n_met, sizeof *p->met, compare_runs);
  for (size_t i = 0; i < p->n_met; i++)
    if (!i || memcmp (p->met[i - 1].run.id, p->met[i].run.id, WPP_RUN_ID))
      p->runs[p->n_runs++] = p->met[i];
  return 0;
}

/* ---- Programs.  */

static struct wpp_merged_program
program_of (const struct wpp_members_run *r)
{
  struct wpp_merged_program p = r->program ? *r->program : r->own;
  p.runs = r->run.runs;
  return p;
}

/* The number of PROGRAM, which is there, among those of M.  */
static uint32_t
find_program (const struct wpp_merged *m, const struct wpp_merged_program *program)
{
  uint32_t i = 0;
  while (wpp_compare_programs (&m->programs[i], program))
    i++;
  return i;
}

int
wpp_members_name_runs (struct wpp_members *p)
{
  struct wpp_merged *m = &p->joined.all.merged;
  free (m->programs);
  free (m->runs);
  m->programs = malloc ((p->n_runs + 1) * sizeof *m->programs);
  m->runs = malloc ((p->n_runs + 1) * sizeof *m->runs);
  if (!m->programs || !m->runs)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < p->n_runs; i++)
    m->programs[i] = program_of (&p->runs[i]);
  m->n_programs = wpp_add_up_programs (m->programs, p->n_runs);
  m->n_runs = p->n_runs;
  for (size_t i = 0; i < p->n_runs; i++)
    {
      const struct wpp_merged_program program = program_of (&p->runs[i]);
      p->runs[i].run.program = find_program (m, &program);
      m->runs[i] = p->runs[i].run;
    }
  return 0;
}
