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
  return err;
}

void
wpp_replayed_release (struct wpp_replayed_recording *a)
{
  wpp_bindings_free (a->bindings);
}

/* Replay thread T.  */
static int
run_thread (struct wpp_values_replay *replay, const struct wpp_thread *t, struct wpp_place *place)
{
  int err = wpp_replay_thread (replay, t);
  if (err == WPP_E_CORRUPT)
    wpp_complain (place, "VALS", 0, err, "values of thread %" PRIu32 " cannot be read", t->index);
  return err;
}

int
wpp_replayed_run (struct wpp_replayed_recording *a, uint32_t thread, const struct wpp_replay_user *user,
                  struct wpp_place *place)
{
  int err;
  struct wpp_values_replay *replay = wpp_values_replay_new (a->bindings, user, &err);
  if (!replay)
    return err;
  if (thread != WPP_ALL_THREADS)
    {
      const struct wpp_thread *t = wpp_recording_thread_numbered (a->recording, thread, place);
      err = t ? run_thread (replay, t, place) : WPP_E_TOLD;
    }
  for (size_t i = 0; thread == WPP_ALL_THREADS && i < wpp_recording_threads (a->recording) && !err; i++)
    err = run_thread (replay, wpp_recording_thread (a->recording, i), place);
  a->done = *wpp_values_replay_done (replay);
  wpp_values_replay_free (replay);
  return err;
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
