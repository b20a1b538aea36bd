/* Joining paths rule by rule (path-counts.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a rule of the grammar does depends on the activations that it finds, most often on no more than the
   topmost one, which is in most cases what it was the last time.  A mode of a rule is what it found, what
   it left in the place of that, and what it counted.  When the same is found again, the mode is counted
   instead of the events being done; a mode that leaves what it finds is counted as often as the rule is
   repeated.  So what has been seen before takes no time, however long it is.  What modes count is
   multiplied out at the end, those first that others are parts of.

   A rule becomes a mode when it is done.  Until then it keeps what it has found in the place of what it has
   touched (`saved'), and what it counts, paths and other rules' modes (`log').  */

#include <stdlib.h>
#include <string.h>
#include "counts/path-counts-impl.h"
#include "support/saturate.h"

/* Of a rule; of a mode, before and after; of all modes.  */
#define MOST_MODES 8u
#define MOST_STATES 64u
#define MOST_PARTS ((size_t) 1 << 23)
/* Counts that are in no mode.  */
#define MOST_LOG ((size_t) 1 << 20)
/* Activations open at once.  */
#define MOST_OPEN ((size_t) 1 << 24)
/* Steps that are done for a grammar, and for each symbol of it.  */
#define MOST_WORK (UINT64_C (1) << 29)
#define MOST_WORK_A_SYMBOL 64

/* Make *ARRAY, with ROOM for items of SIZE bytes, N in use, big enough for MORE.  It is not null then.  */
static int
have_room (void **array, size_t *room, size_t n, size_t more, size_t size)
{
  if (*array && n + more <= *room)
    return WPP_OK;
  size_t wanted = 2 * (n + more) + 64;
  void *grown = realloc (*array, wanted * size);
  if (!grown)
    return WPP_E_NOMEM;
  *array = grown;
  *room = wanted;
  return WPP_OK;
}
#define HAVE_ROOM(j, name, more)                                                                  \
  have_room ((void **) &(j)->name, &(j)->name##_room, (j)->n_##name, more, sizeof *(j)->name)

int
wpp_join_reserve (struct join *j, size_t n)
{
  if (j->depth + n > MOST_OPEN)
    return WPP_E_TOOBIG;
  return have_room ((void **) &j->stack, &j->room, j->depth, n, sizeof *j->stack);
}

void
wpp_join_release (struct join *j)
{
  free (j->stack);
  free (j->frames);
  free (j->saved);
  free (j->log);
  free (j->modes);
  free (j->states);
  free (j->parts);
}

/* ---- Looking at activations.  */

int
wpp_join_touch_below (struct join *j, size_t depth)
{
  struct join_frame *f = &j->frames[j->n_frames - 1];
  size_t low = depth ? depth - 1 : 0;
  f->bottom |= depth == 0;
  if (f->low <= low)
    return WPP_OK;
  size_t n = f->low - low;
  int err = HAVE_ROOM (j, saved, n);
  if (!err)
    while (f->low > low)
      j->saved[j->n_saved++] = j->stack[--f->low];
  j->work += n;
  return err;
}

/* What the topmost frame, at its end, has found below what its caller has looked at is what the
   caller has found.  */
static void
hand_down_saved (struct join *j)
{
  struct join_frame *f = &j->frames[j->n_frames - 1], *caller = f - 1;
  caller->bottom |= f->bottom;
  if (f->low >= caller->low)
    {
      j->n_saved = f->saved;
      return;
    }
  size_t n = caller->low - f->low;
  memmove (&j->saved[f->saved], &j->saved[j->n_saved - n], n * sizeof *j->saved);
  j->n_saved = f->saved + n;
  caller->low = f->low;
}

/* ---- Counting.  */

static int
count_for_good (struct join *j, const struct joined *c, uint64_t times)
{
  uint64_t n = wpp_saturating_product (c->count, times);
  if (c->what == WPP_JOINED_MODE)
    j->modes[c->number].times = wpp_saturating_add (j->modes[c->number].times, n);
  else if (c->what == WPP_JOINED_UNFINISHED)
    j->unfinished = wpp_saturating_add (j->unfinished, n);
  else
    return wpp_path_counts_add (&j->counts[c->what], c->number, n);
  return WPP_OK;
}

/* Count all that is in no mode; no rule at work becomes one then.  */
static int
flush (struct join *j)
{
  int err = WPP_OK;
  for (size_t i = 0; i < j->n_log && !err; i++)
    err = count_for_good (j, &j->log[i], 1);
  j->n_log = 0;
  for (size_t i = 0; i < j->n_frames; i++)
    {
      j->frames[i].log = 0;
      j->frames[i].record = false;
    }
  return err;
}

int
wpp_join_count (struct join *j, uint32_t what, uint64_t number, uint64_t count)
{
  struct joined *last = j->n_log > j->frames[j->n_frames - 1].log ? &j->log[j->n_log - 1] : NULL;
  if (last && last->what == what && last->number == number)
    {
      last->count = wpp_saturating_add (last->count, count);
      return WPP_OK;
    }
  int err = HAVE_ROOM (j, log, 1);
  if (err)
    return err;
  j->log[j->n_log++] = (struct joined){ what, number, count };
  return j->n_log > MOST_LOG ? flush (j) : WPP_OK;
}

/* Multiply out what the modes count.  */
static int
count_modes (struct join *j)
{
  int err = WPP_OK;
  for (size_t i = j->n_modes; i-- > 0;)
    for (size_t k = 0; k < j->modes[i].n_log && j->modes[i].times && !err; k++)
      err = count_for_good (j, &j->parts[j->modes[i].log + k], j->modes[i].times);
  return err;
}

/* ---- Modes.  */

static bool
equal_p (const struct activation *a, const struct activation *b)
{
  return a->function == b->function && a->known == b->known && a->call == b->call && a->value == b->value;
}

/* Does M begin with what is there?  */
static bool
fits_p (const struct join *j, const struct join_mode *m)
{
  if (m->bottom ? m->n_before != j->depth : m->n_before > j->depth)
    return false;
  for (uint32_t i = 0; i < m->n_before; i++)
    if (!equal_p (&j->states[m->states + i], &j->stack[j->depth - 1 - i]))
      return false;
  return true;
}

/* The mode in which RULE does what is to be done now, or null.  */
static struct join_mode *
find_mode (struct join *j, uint32_t rule)
{
  if (j->gone)
    return NULL;
  for (uint32_t i = j->first[rule]; i; i = j->modes[i - 1].next, j->work++)
    if (fits_p (j, &j->modes[i - 1]))
      return &j->modes[i - 1];
  return NULL;
}

/* Do M, which fits, TIMES times: once if it is not stable.  */
static int
do_mode (struct join *j, struct join_mode *m, uint64_t times)
{
  struct join_frame *f = &j->frames[j->n_frames - 1];
  int err = m->n_before ? wpp_join_touch (j, j->depth - m->n_before + 1) : WPP_OK;
  f->bottom |= m->bottom;
  j->depth -= m->n_before;
  if (!err)
    err = wpp_join_reserve (j, m->n_after);
  if (err)
    return err;
  for (uint32_t i = 0; i < m->n_after; i++)
    j->stack[j->depth++] = j->states[m->states + m->n_before + i];
  return wpp_join_count (j, WPP_JOINED_MODE, m - j->modes, times);
}

static bool
stable_p (const struct join *j, const struct join_frame *f)
{
  for (size_t i = f->low; i < f->depth; i++)
    if (!equal_p (&j->stack[i], &j->saved[f->saved + f->depth - 1 - i]))
      return false;
  return f->depth == j->depth;
}

/* Is the topmost frame, at its end, to be a mode?  */
static bool
remember_p (const struct join *j, const struct join_frame *f)
{
  return f->record && !j->gone && f->depth - f->low + (j->depth - f->low) <= MOST_STATES
         && j->n_parts + (j->n_log - f->log) <= MOST_PARTS;
}

/* Make a mode of it.  */
static int
remember (struct join *j, const struct join_frame *f)
{
  size_t n_before = f->depth - f->low, n_after = j->depth - f->low, n_log = j->n_log - f->log;
  int err = HAVE_ROOM (j, modes, 1);
  if (!err)
    err = HAVE_ROOM (j, saved, 0);
  if (!err)
    err = HAVE_ROOM (j, log, 0);
  if (!err)
    err = wpp_join_reserve (j, 0);
  if (!err)
    err = HAVE_ROOM (j, states, n_before + n_after);
  if (!err)
    err = HAVE_ROOM (j, parts, n_log);
  if (err)
    return err;
  j->modes[j->n_modes]
    = (struct join_mode){ .next = j->first[f->rule], .n_before = n_before, .n_after = n_after,
                          .bottom = f->bottom, .stable = stable_p (j, f), .states = j->n_states,
                          .log = j->n_parts, .n_log = n_log };
  memcpy (j->states + j->n_states, j->saved + f->saved, n_before * sizeof *j->states);
  memcpy (j->states + j->n_states + n_before, j->stack + f->low, n_after * sizeof *j->states);
  memcpy (j->parts + j->n_parts, j->log + f->log, n_log * sizeof *j->parts);
  j->n_states += n_before + n_after;
  j->n_parts += n_log;
  j->n_log = f->log;
  j->first[f->rule] = ++j->n_modes;
  return WPP_OK;
}

/* ---- Rules.  */

/* Is a further mode of RULE worth while?  */
static bool
record_p (const struct join *j, uint32_t rule)
{
  unsigned n = 0;
  for (uint32_t i = j->first[rule]; i; i = j->modes[i - 1].next)
    n++;
  return n < MOST_MODES && j->grammar->frequency[rule] > 1 && !j->gone;
}

static int
enter (struct join *j, uint32_t rule)
{
  int err = HAVE_ROOM (j, frames, 1);
  if (!err)
    j->frames[j->n_frames++]
      = (struct join_frame){ .rule = rule, .at = j->grammar->start[rule], .depth = j->depth,
                             .low = j->depth, .saved = j->n_saved, .log = j->n_log,
                             .record = rule && record_p (j, rule) };
  return err;
}

/* The topmost rule is done, and it is not S.  */
static int
leave (struct join *j)
{
  const struct join_frame *f = &j->frames[j->n_frames - 1];
  bool mode = remember_p (j, f);
  int err = mode ? remember (j, f) : WPP_OK;
  hand_down_saved (j);
  j->n_frames--;
  if (mode && !err)
    err = wpp_join_count (j, WPP_JOINED_MODE, j->n_modes - 1, 1);
  return err;
}

/* Do the symbol that the topmost rule is at, once or as often as it can be done at once.  */
static int
step (struct join *j)
{
  const struct wpp_grammar *g = j->grammar;
  struct join_frame *f = &j->frames[j->n_frames - 1];
  uint32_t symbol = g->symbols[f->at];
  uint64_t n = f->left ? f->left : wpp_grammar_exponent (g, f->at);
  struct join_mode *m = WPP_IS_RULE (symbol) ? find_mode (j, WPP_RULE_INDEX (symbol)) : NULL;
  uint64_t done = !WPP_IS_RULE (symbol) || (m && m->stable) ? n : 1;
  f->left = n - done;
  f->at += f->left == 0;
  if (m)
    return do_mode (j, m, done);
  return WPP_IS_RULE (symbol) ? enter (j, WPP_RULE_INDEX (symbol))
                              : wpp_join_event (j, g->terminals[symbol], n);
}

static int
walk (struct join *j)
{
  int err = enter (j, 0);
  while (!err)
    {
      const struct join_frame *f = &j->frames[j->n_frames - 1];
      bool done = f->at == j->grammar->start[f->rule + (size_t) 1];
      if (++j->work > j->most_work)
        return WPP_E_TOOBIG;
      if (done && j->n_frames == 1)
        return flush (j);
      err = done ? leave (j) : step (j);
      if (!err && j->n_frames == 1)
        err = flush (j);
    }
  return err;
}

int
wpp_join_grammar (struct join *j, const struct wpp_grammar *g)
{
  j->grammar = g;
  j->n_frames = j->n_saved = j->n_log = j->n_modes = j->n_states = j->n_parts = 0;
  j->work = 0;
  j->most_work = MOST_WORK + MOST_WORK_A_SYMBOL * g->start[g->n_rules];
  j->first = calloc (g->n_rules, sizeof *j->first);
  int err = j->first ? walk (j) : WPP_E_NOMEM;
  if (!err)
    err = count_modes (j);
  free (j->first);
  j->first = NULL;
  return err;
}
