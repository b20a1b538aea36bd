/* Whether replay finds what the program computed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/replayed.h"
#include "answers/verified.h"
#include "base/array.h"
#include "base/hash-table.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_verified_row
static const struct wpp_row_column columns[]
  = { COLUMN (function, TEXT), COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (statement, TEXT),
      COLUMN (cause, TEXT), COLUMN (count, COUNT, .unit = "executions"), COLUMN (computed, TEXT, .optional = true),
      COLUMN (recorded, TEXT, .optional = true) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("statement", struct OF, columns);
#undef OF
#define OF wpp_verified_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (events, COUNT, .unit = "events"), COLUMN (statements, COUNT, .unit = "statements"),
      COLUMN (values, COUNT, .unit = "values"), COLUMN (unused, COUNT, .unit = "values"),
      COLUMN (compared, COUNT, .unit = "results"), COLUMN (unknown, COUNT, .unit = "results"),
      COLUMN (wrong, COUNT, .unit = "results"), COLUMN (branches, COUNT, .unit = "branches"),
      COLUMN (sums, COUNT, .unit = "sums"), COLUMN (unknown_sums, COUNT, .unit = "sums"),
      COLUMN (wrong_sums, COUNT, .unit = "sums"), COLUMN (wrong_thread, COUNT), COLUMN (wrong_event, COUNT) };
const struct wpp_schema wpp_verified_schema
  = WPP_SCHEMA ("verified", struct OF, head_columns, .rows = "statements", .of = &row_schema);
#undef OF

/* What was found otherwise.  */
struct fault
{
  struct fault_key { uint32_t function, statement, kind; } key;
  uint64_t count;
  struct wpp_word computed;     /* the first time */
  uint64_t truth;
};

struct verifier
{
  struct wpp_replayed_recording *of;
  struct fault *faults;
  size_t n, room;
  struct wpp_hash_table table;
};

static bool
fault_is_p (const void *faults, uint32_t number, const void *key)
{
  return !memcmp (&((const struct fault *)faults)[number].key, key, sizeof (struct fault_key));
}

static int
mismatch (void *data, const struct wpp_replay_now *now, enum wpp_mismatch kind, uint32_t index,
          struct wpp_word computed, uint64_t truth)
{
  struct verifier *v = data;
  const struct wpp_body *b = v->of->bindings->layouts[now->function]->body;
  struct fault_key key = { now->function, kind == WPP_MISMATCH_BRANCH ? b->edges[index].statement : index, kind };
  int err = wpp_hash_reserve (&v->table, 1);
  if (!err)
    err = WPP_RESERVE (v->faults, v->room, v->n, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_bytes (&v->table, &key, sizeof key);
  uint32_t number = wpp_hash_find (&v->table, hash, fault_is_p, v->faults, &key);
  if (number == WPP_NO_ITEM)
    {
      wpp_hash_add (&v->table, hash, number = v->n++);
      v->faults[number] = (struct fault){ key, 0, computed, truth };
    }
  v->faults[number].count++;
  return WPP_OK;
}

static int
compare_faults (const void *a, const void *b)
{
  const struct fault *x = a, *y = b;
  if (x->count != y->count)
    return x->count < y->count ? 1 : -1;
  return memcmp (&x->key, &y->key, sizeof x->key);
}

/* The type of what S assigns, or compares.  */
static const struct wpp_type *
type_of (const struct wpp_body *b, const struct wpp_statement *s)
{
  return wpp_body_type (b, b->operands[b->lists[s->first_operand]].type);
}

static int
send (struct verifier *v, const struct fault *f, struct wpp_row_sink *sink)
{
  static const char *const causes[WPP_N_MISMATCHES] = { "branch", "result", "not recorded", "not known" };
  struct wpp_replayed_statement at = wpp_replayed_statement (v->of, f->key.function, f->key.statement);
  const struct wpp_body *b = at.function.body;
  bool branch = f->key.kind == WPP_MISMATCH_BRANCH, result = f->key.kind == WPP_MISMATCH_TRUTH;
  char computed[WPP_VALUE_TEXT], recorded[WPP_VALUE_TEXT], *text = wpp_at_source (b, at.statement);
  if (!text)
    return WPP_E_NOMEM;
  const struct wpp_type *type = type_of (b, at.statement);
  struct wpp_scalar s = wpp_scalar_of (type);
  uint64_t truth = s.kind == WPP_SCALAR_INTEGER ? wpp_scalar_fit (s, f->truth) : f->truth;
  struct wpp_verified_row row = { .function = wpp_function_name (at.function.function->function),
                                  .file = wpp_at_file (&at.function, at.statement->file),
                                  .line = at.statement->line,
                                  .statement = text,
                                  .cause = causes[f->key.kind],
                                  .count = f->count,
                                  .computed = branch ? NULL : wpp_value_text (type, f->computed, computed),
                                  .recorded = NULL };
  if (result)
    row.recorded = wpp_value_text (type, (struct wpp_word){ truth, 1 }, recorded);
  int err = wpp_sink_row (sink, &row);
  free (text);
  return err;
}

static int
send_all (struct verifier *v, struct wpp_row_sink *sink)
{
  const struct wpp_replayed *d = &v->of->done;
  const struct wpp_verified_head head = { d->events, d->statements, d->records, d->unused, d->truths, d->unknown,
                                          d->wrong, d->branches, d->sums, d->unknown_sums, d->wrong_sums,
                                          d->wrong_thread, d->wrong_event };
  qsort (v->faults, v->n, sizeof *v->faults, compare_faults);
  int err = wpp_sink_begin (sink, &wpp_verified_schema, &head);
  for (size_t i = 0; i < v->n && !err; i++)
    err = send (v, &v->faults[i], sink);
  return err ? err : wpp_sink_end (sink);
}

int64_t
wpp_answer_verified (struct wpp_recording *r, struct wpp_row_sink *sink, bool *sound, struct wpp_place *place)
{
  struct wpp_replayed_recording of;
  struct verifier v = { .of = &of };
  const struct wpp_replay_user user = { .data = &v, .mismatch = mismatch };
  int err = wpp_replayed_begin (&of, r, place);
  if (!err)
    err = wpp_replayed_run (&of, &user, place);
  if (!err)
    err = send_all (&v, sink);
  *sound = !of.done.unused && !of.done.wrong && !of.done.branches && !of.done.wrong_sums;
  int64_t n = v.n;
  free (v.faults);
  wpp_hash_release (&v.table);
  wpp_replayed_release (&of);
  return err ? err : n;
}
