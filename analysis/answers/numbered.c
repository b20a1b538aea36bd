/* Activations, from events alone.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/timestamps/code-steps.h"
#include "answers/numbered.h"
#include "base/array.h"
#include "base/hash-table.h"
#include "recording/profile/events.h"

/* An event, and the path that it is.  */
struct meaning
{
  uint32_t event;
  int found;                     /* 0: it is none of the code's */
  struct wpp_step step;
};

struct walk
{
  struct wpp_code *code;
  struct wpp_machine machine;
  struct meaning *meanings;      /* [n_meanings] */
  size_t n_meanings, room;
  struct wpp_hash_table table;
  uint32_t recent[1024];         /* by the lowest bits of events: their places, plus 1 */
  uint32_t now;                  /* the meaning of the event at hand */
  uint64_t activations;          /* that have begun */
  uint64_t time;                 /* events that are over */
  wpp_walked_path *path;
  void *data;
};

/* ---- Meanings.  */

static bool
event_is_p (const void *meanings, uint32_t number, const void *event)
{
  return ((const struct meaning *)meanings)[number].event == *(const uint32_t *)event;
}

/* What EVENT, a path, means; null and *ERR.  */
static const struct meaning *
meaning_of (struct walk *x, uint32_t event, int *err)
{
  uint32_t *recent = &x->recent[event % (sizeof x->recent / sizeof *x->recent)];
  *err = WPP_OK;
  x->now = *recent - 1;
  if (*recent && x->meanings[x->now].event == event)
    return &x->meanings[x->now];
  if (wpp_hash_reserve (&x->table, 1) || WPP_RESERVE (x->meanings, x->room, x->n_meanings, 1))
    {
      *err = WPP_E_NOMEM;
      return NULL;
    }
  uint32_t hash = wpp_hash_bytes (&x->table, &event, sizeof event);
  uint32_t i = wpp_hash_find (&x->table, hash, event_is_p, x->meanings, &event);
  if (i == WPP_NO_ITEM)
    {
      struct meaning m = { .event = event };
      x->code->passed = 0;
      m.found = wpp_event_step (x->code, event, &m.step);
      if (m.found < 0)
        {
          *err = m.found;
          return NULL;
        }
      i = x->n_meanings++;
      x->meanings[i] = m;
      wpp_hash_add (&x->table, hash, i);
    }
  *recent = i + 1;
  x->now = i;
  return &x->meanings[i];
}

/* ---- Going through events.  */

static int
begin (void *data, struct wpp_activation *a, const struct wpp_activation *caller, uint64_t times)
{
  struct walk *x = data;
  a->value = x->activations + 1;
  x->activations += times;
  return WPP_OK;
}

static int
step (void *data, struct wpp_activation *a, const struct wpp_step *s, uint64_t count)
{
  struct walk *x = data;
  const struct wpp_walked p = { .number = x->now, .event = x->meanings[x->now].event, .function = a->function,
                                .time = x->time, .activation = a->value, .each = s->enters && s->leaves,
                                .depth = a - x->machine.stack };
  x->time += count;
  return x->path (x->data, &p, count);
}

static int
visit (void *data, uint32_t event, uint64_t count)
{
  struct walk *x = data;
  int err = WPP_OK;
  const struct meaning *m = wpp_event_path_p (event) ? meaning_of (x, event, &err) : NULL;
  if (m && m->found)
    return wpp_machine_step (&x->machine, &m->step, count);
  if (!err && !m)
    err = wpp_machine_control (&x->machine, event, count);
  x->time += count;
  return err;
}

int
wpp_walk_activations (struct wpp_code *code, const struct wpp_thread *t, wpp_walked_path *path, void *data)
{
  struct walk *x = calloc (1, sizeof *x);
  if (!x)
    return WPP_E_NOMEM;
  const struct wpp_activation_user user = { x, begin, step, NULL };
  x->code = code;
  x->path = path;
  x->data = data;
  wpp_machine_init (&x->machine, &user);
  int err = WPP_OK;
  for (size_t i = 0; i < t->n_segments && !err; i++)
    err = wpp_grammar_expand (t->segments[i], 0, visit, x);
  wpp_machine_release (&x->machine);
  wpp_hash_release (&x->table);
  free (x->meanings);
  free (x);
  return err;
}

/* ---- Numbers of some.  */

struct wanted
{
  struct wpp_numbered_event *next, *end; /* those that come */
};

static int
number (void *data, const struct wpp_walked *p, uint64_t count)
{
  struct wanted *w = data;
  while (w->next < w->end && w->next->event < p->time)
    w->next++;
  for (; w->next < w->end && w->next->event - p->time < count; w->next++)
    w->next->activation = p->activation + (p->each ? w->next->event - p->time : 0);
  return w->next == w->end;
}

static int
compare_events (const void *a, const void *b)
{
  const struct wpp_numbered_event *x = a, *y = b;
  return x->event < y->event ? -1 : x->event > y->event;
}

int
wpp_number_activations (struct wpp_code *code, const struct wpp_thread *t, struct wpp_numbered_event *e, size_t n)
{
  struct wanted w = { e, e + n };
  if (!n)
    return WPP_OK;
  for (size_t i = 0; i < n; i++)
    e[i].activation = 0;
  qsort (e, n, sizeof *e, compare_events);
  int err = wpp_walk_activations (code, t, number, &w);
  return err < 0 ? err : WPP_OK;
}
