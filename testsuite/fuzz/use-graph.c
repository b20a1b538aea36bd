/* All that can be read from a graph that may be hostile (use-graph.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <string.h>
#include <unistd.h>
#include "fuzz.h"
#include "use-graph.h"

/* Times that are looked at, evenly.  */
#define MOST_TIMES 3000

bool
graph_user_open (struct graph_user *u, const char *file)
{
  const char *const files[] = { file }, *bad;
  const struct wpp_recording_request request = { .files = files, .n_files = 1 };
  struct wpp_place place = { "", 0, "" };
  int err;
  *u = (struct graph_user){ wpp_recording_open (&request, &bad, &err, &place), NULL };
  if (!u->recording || wpp_recording_need (u->recording, WPP_HAS_ORDER | WPP_HAS_VALUES, &bad, &place))
    return false;
  struct wpp_code *code = wpp_recording_code (u->recording, &err, &place);
  u->bindings = code ? wpp_bindings_new (code, &err, &place) : NULL;
  return u->bindings;
}

void
graph_user_release (struct graph_user *u)
{
  wpp_bindings_free (u->bindings);
  wpp_recording_free (u->recording);
}

static int
value (void *data, uint32_t statement, uint32_t use, struct wpp_word v)
{
  return 0;
}

static int
memory (void *data, const struct wpp_memory_access *a, struct wpp_word address, struct wpp_word n, bool surprised)
{
  return 0;
}

static int
statement (void *data, uint32_t statement)
{
  return 0;
}

/* What somebody could watch of functions of B, [functions]: all.  */
static uint8_t **
watch_all (const struct wpp_bindings *b)
{
  uint8_t **watched = calloc (b->code->n_functions + 1, sizeof *watched);
  FUZZ_ASSERT (watched);
  for (size_t i = 0; i < b->code->n_functions; i++)
    if (b->layouts[i])
      {
        size_t n = b->layouts[i]->body->n_statements + (size_t)1;
        watched[i] = malloc (n);
        FUZZ_ASSERT (watched[i]);
        memset (watched[i], WPP_WATCH_VALUE | WPP_WATCH_STATEMENT | WPP_WATCH_PARAMETERS, n);
      }
  return watched;
}

/* Tell what W watches of I, and what one of its slots was.  Return whether that went well.  */
static bool
tell_watched (struct wpp_wet_thread_graph *t, struct wpp_wet_watching *w, struct wpp_wet_instance i)
{
  const struct wpp_value_watch watch = { .value = value, .statement = statement, .memory = memory };
  struct wpp_word *carried = calloc (wpp_wet_carried (w, wpp_wet_function_of (t, i.node)) + 1, sizeof *carried), v;
  struct wpp_wet_ends ends;
  bool found;
  FUZZ_ASSERT (carried);
  int err = wpp_wet_watching_p (w, i.node) ? wpp_wet_watching_tell (w, i, carried, &watch) : 0;
  free (carried);
  return !(err | wpp_wet_slot (t, i, 1, &v, &found) | wpp_wet_ends_of (t, i.node, &ends));
}

/* Read all of what is executed at TIME; return whether that went well.  */
static bool
read_time (struct wpp_wet_thread_graph *t, uint64_t time)
{
  const struct wpp_value_watch watch = { .value = value, .memory = memory };
  struct wpp_wet_instance i;
  uint64_t back, distance;
  uint32_t n = 0;
  bool regular, surprised;
  int err = wpp_wet_at (t, time, &i);
  if (err || i.node == WPP_NONE)
    return !err;
  if (!wpp_wet_time_of (t, i, &back))
    FUZZ_ASSERT (back == time);
  err |= wpp_wet_before (t, i, &distance);
  err |= wpp_wet_surprised (t, i, &surprised);
  err |= wpp_wet_tell (t, i, &watch, &regular);
  const struct wpp_memory_access *a = wpp_wet_accesses (t, i.node, &n, &(int){ 0 });
  for (uint32_t k = 0; a && k < n; k++)
    {
      struct wpp_wet_runs r;
      struct wpp_wet_source s;
      err |= wpp_wet_runs_of (t, i, k, &r);
      for (uint32_t j = 0; j < r.n; j++)
        err |= wpp_wet_run_at (t, &r, j, &s);
    }
  return !err;
}

/* The same of what somebody watches at it.  */
static bool
watch_time (struct wpp_wet_thread_graph *t, struct wpp_wet_watching *w, uint64_t time)
{
  struct wpp_wet_instance i;
  int err = wpp_wet_at (t, time, &i);
  return !err && (i.node == WPP_NONE || tell_watched (t, w, i));
}

/* Read all of X, whose functions B has bound; return whether that went well.  */
static bool
read_all (struct wpp_wet *x, const struct wpp_bindings *b, const struct wpp_profile *p)
{
  bool good = true;
  uint8_t **watched = watch_all (b);
  for (size_t i = 0; i < p->n_threads; i++)
    {
      int err = 0;
      struct wpp_wet_thread_graph *t = wpp_wet_thread_of (x, p->threads[i].index);
      uint64_t n = t ? wpp_wet_events (t) : 0, step = n / MOST_TIMES + 1;
      struct wpp_wet_watching *w = t ? wpp_wet_watching_new (t, watched, &err) : NULL;
      for (uint64_t time = 0; time < n; time += step)
        {
          good &= read_time (t, time);
          if (w)
            good &= watch_time (t, w, time);
        }
      good &= !err || err == WPP_E_RANGE;
      wpp_wet_watching_free (w);
    }
  for (size_t i = 0; i < b->code->n_functions; i++)
    free (watched[i]);
  free (watched);
  return good;
}

int
use_graph (const struct graph_user *u, const struct wpp_buffer *b)
{
  const struct wpp_profile *p = wpp_recording_profile (u->recording);
  int err, fd = memfd_create ("graph", MFD_CLOEXEC), found = 0;
  FUZZ_ASSERT (fd >= 0 && write (fd, b->data, b->size) == (ssize_t)b->size);
  struct wpp_wet *x = wpp_wet_open (fd, u->bindings, p, &err);
  if (x)
    found = 1 + read_all (x, u->bindings, p);
  wpp_wet_free (x);
  close (fd);
  return found;
}
