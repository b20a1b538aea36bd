/* Answers that replay gives: what they share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/replayed.h"
#include "values/replay/threads.h"

int
wpp_replayed_begin (struct wpp_replayed_recording *a, struct wpp_recording *r, struct wpp_place *place)
{
  int err = WPP_OK;
  *a = (struct wpp_replayed_recording){ .recording = r };
  a->code = wpp_recording_code (r, &err, place);
  if (a->code)
    a->bindings = wpp_bindings_new (a->code, &err, place);
  if (!err)
    wpp_replayed_tell_partial (r, a->bindings);
  if (!err)
    wpp_wet_index_find (&a->index, a->bindings, wpp_recording_profile (r));
  return err;
}

void
wpp_replayed_tell_partial (struct wpp_recording *r, const struct wpp_bindings *b)
{
  size_t without = 0, n = b->code->n_functions;
  for (size_t i = 0; i < n; i++)
    without += !b->layouts[i];
  if (without)
    wpp_recording_tell (r, NULL, "%zu of %zu functions were recorded without values: what they computed and wrote is "
                                 "not known", without, n);
}

void
wpp_replayed_release (struct wpp_replayed_recording *a)
{
  wpp_wet_index_release (&a->index);
  wpp_bindings_free (a->bindings);
}

int
wpp_replayed_complain (int err, const struct wpp_thread *thread, struct wpp_place *place)
{
  if (err == WPP_E_CORRUPT)
    wpp_complain (place, "VALS", 0, err, "values of thread %" PRIu32 " cannot be read", thread->index);
  return err;
}

int
wpp_replayed_run (struct wpp_replayed_recording *a, const struct wpp_replay_user *user, struct wpp_place *place)
{
  int err;
  struct wpp_values_replay *replay = wpp_values_replay_new (a->bindings, user, &err);
  if (!replay)
    return err;
  for (size_t i = 0; i < wpp_recording_threads (a->recording) && !err; i++)
    {
      const struct wpp_thread *t = wpp_recording_thread (a->recording, i);
      err = wpp_replayed_complain (wpp_replay_thread (replay, t), t, place);
    }
  a->done = *wpp_values_replay_done (replay);
  wpp_values_replay_free (replay);
  return err;
}

/* ---- Spans.  */

static int
of_thread (struct wpp_replayed_recording *a, const struct wpp_thread *t, const struct wpp_replay_user *user,
           wpp_replayed_teller *tell, void *data, struct wpp_place *place)
{
  struct wpp_spans s;
  int err = wpp_spans_init (&s, a->bindings, t, wpp_wet_index_thread (&a->index, t->index), user);
  if (!err)
    err = tell (data, &s, place);
  wpp_spans_release (&s);
  return err;
}

int
wpp_replayed_spans (struct wpp_replayed_recording *a, uint32_t thread, const struct wpp_replay_user *user,
                    wpp_replayed_teller *tell, void *data, struct wpp_place *place)
{
  int err = WPP_OK;
  if (thread != WPP_ALL_THREADS)
    {
      const struct wpp_thread *t = wpp_recording_thread_numbered (a->recording, thread, place);
      return t ? of_thread (a, t, user, tell, data, place) : WPP_E_TOLD;
    }
  for (size_t i = 0; i < wpp_recording_threads (a->recording) && !err; i++)
    err = of_thread (a, wpp_recording_thread (a->recording, i), user, tell, data, place);
  return err;
}

int
wpp_replayed_tell_span (const struct wpp_spans *s, uint64_t begin, uint64_t end, struct wpp_place *place)
{
  return wpp_replayed_complain (wpp_spans_tell (s, begin, end, NULL), s->thread, place);
}

static int
tell_all (void *data, struct wpp_spans *s, struct wpp_place *place)
{
  return wpp_replayed_tell_span (s, 0, UINT64_MAX, place);
}

int
wpp_replayed_tell (struct wpp_replayed_recording *a, uint32_t thread, const struct wpp_replay_user *user,
                   struct wpp_place *place)
{
  return wpp_replayed_spans (a, thread, user, tell_all, NULL, place);
}

int
wpp_replayed_entries (const struct wpp_replayed_recording *a, uint32_t function, const char *file, uint32_t line,
                      uint8_t **entries)
{
  const struct wpp_micro_layout *l = a->bindings->layouts[function];
  const struct wpp_at_function f = { &a->code->functions[function], l->body };
  uint32_t block = UINT32_MAX;
  *entries = NULL;
  for (uint32_t i = 0; i < l->body->n_statements; i++)
    {
      const struct wpp_statement *x = &l->body->statements[i];
      if (!wpp_at_p (&f, x, file, line) || l->cfg->nodes[x->node].block == block)
        continue;
      block = l->cfg->nodes[x->node].block;
      if (!*entries && !(*entries = calloc (l->body->n_statements + (size_t)1, 1)))
        return WPP_E_NOMEM;
      (*entries)[i] = 1;
    }
  return WPP_OK;
}

struct wpp_replayed_statement
wpp_replayed_statement (const struct wpp_replayed_recording *a, uint32_t function, uint32_t statement)
{
  const struct wpp_body *body = a->bindings->layouts[function]->body;
  return (struct wpp_replayed_statement){ { &a->code->functions[function], body }, &body->statements[statement] };
}

static void
print_real (const struct wpp_type *type, uint64_t word, char buffer[WPP_VALUE_TEXT])
{
  double x;
  float y;
  uint32_t low = word;
  memcpy (&y, &low, sizeof y);
  memcpy (&x, &word, sizeof x);
  snprintf (buffer, WPP_VALUE_TEXT, "%a", type->size == 32 ? y : x);
}

const char *
wpp_value_text (const struct wpp_type *type, struct wpp_word v, char buffer[WPP_VALUE_TEXT])
{
  if (!v.known)
    return "?";
  if (type->kind == WPP_TYPE_REAL)
    print_real (type, v.word, buffer);
  else if (wpp_pointer_p (type))
    snprintf (buffer, WPP_VALUE_TEXT, v.word ? "0x%" PRIx64 : "0", v.word);
  else if (type->flags & WPP_TYPE_UNSIGNED)
    snprintf (buffer, WPP_VALUE_TEXT, "%" PRIu64, v.word);
  else
    snprintf (buffer, WPP_VALUE_TEXT, "%" PRId64, (int64_t)v.word);
  return buffer;
}
