/* What each run executed, for `wpp suspect'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Runs come one after the other, and only what they executed is kept: a thing once, with the number of runs and a
   signature of which.  Of recordings those stay open in which a function was seen first: its graph is needed.  */

#include <stdlib.h>
#include <string.h>
#include "answers/call-contexts.h"
#include "answers/suspect-impl.h"
#include "base/array.h"
#include "base/search.h"
#include "grammar/rules/pairs.h"

/* ---- Functions.  */

static bool
same_function_p (const void *functions, uint32_t number, const void *key)
{
  const struct wpp_code_function *a = ((const struct wpp_suspect_function *)functions)[number].of, *b = key;
  return a->function->checksum == b->function->checksum && a->function->n_paths == b->function->n_paths
         && a->function->flags == b->function->flags && a->function->start_line == b->function->start_line
         && !strcmp (a->function->name, b->function->name)
         && !strcmp (wpp_source_name (a->unit), wpp_source_name (b->unit));
}

/* Set *NUMBER to that of the function F of R; *NEW if it was not known.  */
static int
number_function (struct wpp_suspects *s, struct wpp_recording *r, struct wpp_code *code, struct wpp_code_function *f,
                 uint32_t *number, bool *new)
{
  int err = wpp_hash_reserve (&s->by_function, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&s->by_function, f->function->name, strlen (f->function->name));
  *number = wpp_hash_find (&s->by_function, hash, same_function_p, s->functions, f);
  if (*number != WPP_NO_ITEM)
    return 0;
  if (WPP_EXTEND (s->functions, s->n_functions))
    return WPP_E_NOMEM;
  *number = s->n_functions;
  s->functions[s->n_functions++] = (struct wpp_suspect_function){ r, code, f };
  wpp_hash_add (&s->by_function, hash, *number);
  *new = true;
  return 0;
}

/* ---- Things.  */

static bool
key_is_p (const void *things, uint32_t number, const void *key)
{
  return !memcmp (&((const struct wpp_suspect_thing *)things)[number].key, key, sizeof (struct wpp_suspect_key));
}

/* A number for run I that looks like a random one, always the same.  */
static uint64_t
mark_of (uint64_t i)
{
  uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/* The run that is being added executed what KEY says, first at TIME of THREAD.  *NUMBER is set, if not null.  */
static int
add_thing (struct wpp_suspects *s, const struct wpp_suspect_key *key, uint32_t thread, uint64_t time, uint32_t *number)
{
  uint32_t run = s->n_runs - 1;
  bool failed = s->runs[run].failed;
  int err = wpp_hash_reserve (&s->by_key, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&s->by_key, key, sizeof *key);
  uint32_t i = wpp_hash_find (&s->by_key, hash, key_is_p, s->things, key);
  if (i == WPP_NO_ITEM)
    {
      if (WPP_RESERVE (s->things, s->things_room, s->n_things, 1))
        return WPP_E_NOMEM;
      s->things[i = s->n_things++] = (struct wpp_suspect_thing){ .key = *key, .run = UINT32_MAX, .time = UINT64_MAX };
      wpp_hash_add (&s->by_key, hash, i);
    }
  struct wpp_suspect_thing *t = &s->things[i];
  if (t->last_run != run + 1)
    {
      t->last_run = run + 1;
      t->runs[!failed]++;
      t->signature += mark_of (run);
      if (failed && t->run == UINT32_MAX)
        t->run = run;
    }
  if (t->run == run && time < t->time)
    {
      t->time = time;
      t->thread = thread;
    }
  if (number)
    *number = i;
  return 0;
}

static int
add_of (struct wpp_suspects *s, enum wpp_suspect_kind kind, uint32_t function, uint64_t a, uint64_t b, uint32_t thread,
        uint64_t time, uint32_t *number)
{
  struct wpp_suspect_key key;
  memset (&key, 0, sizeof key);
  key.kind = kind;
  key.function = function;
  key.a = a;
  key.b = b;
  return add_thing (s, &key, thread, time, number);
}

bool
wpp_suspect_passed_after (const struct wpp_suspects *s, uint64_t first, uint32_t second)
{
  struct wpp_suspect_key key;
  memset (&key, 0, sizeof key);
  key.kind = WPP_SUSPECT_PAIRS;
  key.function = s->things[second].key.function;
  key.a = first;
  key.b = second;
  uint32_t i = wpp_hash_find (&s->by_key, wpp_hash_bytes (&s->by_key, &key, sizeof key), key_is_p, s->things, &key);
  return i != WPP_NO_ITEM && s->things[i].runs[1];
}

/* ---- Paths, their edges and lines.  */

const struct wpp_numbering *
wpp_suspect_decode (struct wpp_suspects *s, uint32_t f, uint64_t number, struct wpp_path *path, int *err,
                    struct wpp_place *place)
{
  const struct wpp_suspect_function *function = &s->functions[f];
  const struct wpp_numbering *num = wpp_code_numbering (function->code, function->of, err);
  if (num)
    *err = wpp_path_decode (num, number, path);
  if (*err && *err != WPP_E_NOMEM)
    *err = wpp_complain (place, "", 0, WPP_E_TOLD, "%.100s: %s", function->of->function->name, wpp_strerror (*err));
  return *err ? NULL : num;
}

bool
wpp_suspect_nodes (const struct wpp_numbering *num, const struct wpp_path *path,
                   bool (*visit) (void *data, uint32_t node), void *data)
{
  bool found = false;
  for (uint32_t i = 0; i < path->n_nodes && !found; i++)
    found = visit (data, path->nodes[i]);
  if (found || path->end_edge == WPP_NO_EDGE)
    return found;
  uint32_t end = num->cfg->edges[path->end_edge].dst;
  return !(num->cfg->nodes[end].flags & WPP_NODE_LANDING) && visit (data, end);
}

struct adding
{
  struct wpp_suspects *s;
  const struct wpp_cfg *cfg;
  uint32_t function, thread;
  uint64_t time;
  int err;
};

/* For wpp_suspect_nodes: add the lines of NODE.  */
static bool
add_lines (void *data, uint32_t node)
{
  struct adding *a = data;
  const struct wpp_node *n = &a->cfg->nodes[node];
  for (uint32_t i = 0; i < n->n_lines && !a->err; i++)
    {
      const struct wpp_line_ref *l = &a->cfg->lines[n->first_line + i];
      a->err = add_of (a->s, WPP_SUSPECT_LINES, a->function, (uint64_t)l->file << 32 | l->line, 0, a->thread, a->time,
                       NULL);
    }
  return a->err;
}

static int
add_edges (struct adding *a, const struct wpp_path *path)
{
  uint32_t n = path->n_nodes ? path->n_nodes - (path->end_edge != WPP_NO_EDGE) : 0;
  for (uint32_t i = 0; i < n && !a->err; i++)
    a->err = add_of (a->s, WPP_SUSPECT_EDGES, a->function, path->edges[i], 0, a->thread, a->time, NULL);
  if (path->end_edge != WPP_NO_EDGE && !path->unwound && !a->err)
    a->err = add_of (a->s, WPP_SUSPECT_EDGES, a->function, path->end_edge, 0, a->thread, a->time, NULL);
  return a->err;
}

/* What is known of the events of the run that is being added.  */
struct reading
{
  struct wpp_suspects *s;
  struct wpp_recording *r;
  struct wpp_code *code;
  uint32_t *numbers;            /* [code->n_functions] of its functions, or WPP_NO_FUNCTION: not asked for yet */
  struct wpp_event_count *events; /* [n] sorted */
  size_t n;
  uint32_t *paths;              /* [n] the things that they are, or WPP_NO_ITEM */
  uint64_t *times;              /* [n] when each is first; UINT64_MAX: not known */
  uint32_t *threads;            /* [n] */
  uint32_t thread;              /* the one that is gone through */
  bool new;                     /* a function was new */
  struct wpp_place *place;
};

static size_t
find_event (const struct reading *x, uint32_t event)
{
  size_t at = WPP_PARTITION_POINT (i, x->n, x->events[i].event < event);
  return at < x->n && x->events[at].event == event ? at : x->n;
}

static int
function_number (struct reading *x, struct wpp_code_function *f, uint32_t *number)
{
  uint32_t *known = &x->numbers[f - x->code->functions];
  int err = *known == WPP_NO_FUNCTION ? number_function (x->s, x->r, x->code, f, known, &x->new) : 0;
  *number = *known;
  return err;
}

/* Add the path that event number I is, with its edges and lines.  */
static int
add_path (struct reading *x, size_t i)
{
  struct wpp_suspects *s = x->s;
  struct adding a = { .s = s, .thread = x->threads[i], .time = x->times[i] };
  uint64_t number;
  struct wpp_code_function *f = wpp_code_find (x->code, x->events[i].event, &number);
  x->paths[i] = WPP_NO_ITEM;
  if (!f || !x->events[i].count)
    return 0;
  a.err = function_number (x, f, &a.function);
  /* Paths are always kept: those of groups without any are looked for among them.  */
  if (!a.err)
    a.err = add_of (s, WPP_SUSPECT_PATHS, a.function, number, 0, a.thread, a.time, &x->paths[i]);
  const struct wpp_numbering *num
    = a.err ? NULL : wpp_suspect_decode (s, a.function, number, &s->path, &a.err, x->place);
  if (!num)
    return a.err;
  a.cfg = num->cfg;
  if (s->kinds & 1u << WPP_SUSPECT_EDGES)
    add_edges (&a, &s->path);
  if (s->kinds & 1u << WPP_SUSPECT_LINES && !a.err)
    wpp_suspect_nodes (num, &s->path, add_lines, &a);
  return a.err;
}

/* ---- Order.  */

static int
note_event (void *data, uint32_t event, uint64_t time)
{
  struct reading *x = data;
  size_t i = find_event (x, event);
  if (i < x->n && time < x->times[i])
    {
      x->times[i] = time;
      x->threads[i] = x->thread;
    }
  return 0;
}

static int
ignore_event (void *data, uint32_t event, uint64_t time)
{
  return 0;
}

static int
add_pair (void *data, uint32_t first, uint32_t second, uint64_t time)
{
  struct reading *x = data;
  size_t a = find_event (x, first), b = find_event (x, second);
  if (a == x->n || b == x->n || x->paths[a] == WPP_NO_ITEM || x->paths[b] == WPP_NO_ITEM)
    return 0;
  uint32_t function = x->s->things[x->paths[b]].key.function;
  return add_of (x->s, WPP_SUSPECT_PAIRS, function, x->paths[a], x->paths[b], x->thread, time, NULL);
}

/* Call EVENT and PAIR for what comes in R's threads.  */
static int
visit_threads (struct reading *x, int (*event) (void *data, uint32_t event, uint64_t time),
               int (*pair) (void *data, uint32_t first, uint32_t second, uint64_t time))
{
  const struct wpp_firsts_user user = { x, event, pair };
  int err = 0;
  for (size_t t = 0; t < wpp_recording_threads (x->r) && !err; t++)
    {
      const struct wpp_thread *thread = wpp_recording_thread (x->r, t);
      struct wpp_suspect_run *run = &x->s->runs[x->s->n_runs - 1];
      x->thread = thread->index;
      run->events = thread->n_events > run->events ? thread->n_events : run->events;
      err = wpp_firsts_visit (thread->segments, thread->n_segments, &user);
    }
  return err;
}

/* ---- Contexts.  */

static int
add_contexts (struct reading *x)
{
  const struct wpp_call_contexts_asked asked = { .all_threads = true };
  struct wpp_call_contexts_found found;
  uint32_t n;
  int err = wpp_call_contexts_find (x->r, &asked, &found, x->place);
  if (err)
    return err;
  const struct wpp_context *c = wpp_call_contexts_all (found.contexts, &n);
  uint32_t *things = malloc ((n + (size_t)1) * sizeof *things);
  err = things ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; i < n && !err; i++)
    {
      uint32_t function = WPP_NO_FUNCTION;
      if (c[i].function != WPP_NO_FUNCTION)
        err = function_number (x, &x->code->functions[c[i].function], &function);
      uint64_t caller = c[i].caller == WPP_NO_CONTEXT ? 0 : things[c[i].caller] + UINT64_C (1);
      if (!err)
        err = add_of (x->s, WPP_SUSPECT_CONTEXTS, function, caller, c[i].node, 0, UINT64_MAX, &things[i]);
    }
  free (things);
  wpp_call_contexts_free (found.contexts);
  return err;
}

/* ---- Facts.  */

static int
add_fact (void *data, struct wpp_code_function *f, uint32_t block, const char *fact)
{
  struct reading *x = data;
  uint32_t function;
  int err = function_number (x, f, &function);
  return err ? err : add_of (x->s, WPP_SUSPECT_FACTS, function, (uintptr_t)fact, block, 0, UINT64_MAX, NULL);
}

/* ---- Runs.  */

static int
read_run (struct reading *x)
{
  struct wpp_suspects *s = x->s;
  bool order = wpp_recording_has (x->r) & WPP_HAS_ORDER && s->kinds & 1u << WPP_SUSPECT_PAIRS;
  x->events = wpp_recording_counts (x->r, &x->n);
  x->numbers = malloc ((x->code->n_functions + 1) * sizeof *x->numbers);
  x->paths = malloc ((x->n + 1) * sizeof *x->paths);
  x->times = malloc ((x->n + 1) * sizeof *x->times);
  x->threads = calloc (x->n + 1, sizeof *x->threads);
  if (!x->events || !x->numbers || !x->paths || !x->times || !x->threads)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < x->code->n_functions; i++)
    x->numbers[i] = WPP_NO_FUNCTION;
  for (size_t i = 0; i < x->n; i++)
    x->times[i] = UINT64_MAX;
  int err = order ? visit_threads (x, note_event, NULL) : 0;
  for (size_t i = 0; i < x->n && !err; i++)
    err = add_path (x, i);
  if (order && !err)
    err = visit_threads (x, ignore_event, add_pair);
  if (s->kinds & 1u << WPP_SUSPECT_CONTEXTS && !err)
    err = add_contexts (x);
  const struct wpp_suspect_facts_user user = { add_fact, x };
  if (s->kinds & 1u << WPP_SUSPECT_FACTS && !err)
    err = wpp_suspect_visit_facts (x->r, x->code, &s->texts, s->problems, &user, x->place);
  return err;
}

/* Begin the run of FILE.  */
static int
begin_run (struct wpp_suspects *s, const char *file, bool failed)
{
  if (WPP_EXTEND (s->runs, s->n_runs) || WPP_EXTEND (s->kept, s->n_kept))
    return WPP_E_NOMEM;
  char *name = strdup (file);
  if (!name)
    return WPP_E_NOMEM;
  s->runs[s->n_runs++] = (struct wpp_suspect_run){ name, failed, 0 };
  s->n[!failed]++;
  return 0;
}

int
wpp_suspects_add (struct wpp_suspects *s, struct wpp_recording *r, bool failed, struct wpp_place *place)
{
  struct reading x = { .s = s, .r = r, .place = place };
  int err = begin_run (s, wpp_recording_file (r), failed);
  if (!err)
    x.code = wpp_recording_code (r, &err, place);
  if (!err)
    err = read_run (&x);
  free (x.events);
  free (x.numbers);
  free (x.paths);
  free (x.times);
  free (x.threads);
  if (x.new)
    s->kept[s->n_kept++] = r;
  else
    wpp_recording_free (r);
  return err;
}

unsigned
wpp_suspect_needs (unsigned kinds, unsigned has)
{
  unsigned needs = WPP_HAS_COUNTS;
  if (kinds & (1u << WPP_SUSPECT_CONTEXTS | 1u << WPP_SUSPECT_FACTS))
    needs |= WPP_HAS_ACTIVATIONS;
  return kinds & 1u << WPP_SUSPECT_PAIRS ? needs | (has & WPP_HAS_ORDER) : needs;
}

struct wpp_suspects *
wpp_suspects_new (unsigned kinds, unsigned problems)
{
  struct wpp_suspects *s = calloc (1, sizeof *s);
  if (s)
    {
      s->kinds = kinds;
      s->problems = problems;
    }
  return s;
}

void
wpp_suspects_free (struct wpp_suspects *s)
{
  if (!s)
    return;
  for (size_t i = 0; i < s->n_runs; i++)
    free (s->runs[i].file);
  for (size_t i = 0; i < s->n_kept; i++)
    wpp_recording_free (s->kept[i]);
  wpp_path_release (&s->path);
  wpp_kept_texts_release (&s->texts);
  wpp_hash_release (&s->by_function);
  wpp_hash_release (&s->by_key);
  free (s->runs);
  free (s->kept);
  free (s->functions);
  free (s->things);
  free (s);
}
