/* Who wrote a variable last, or reads it next.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay tells of all accesses to memory, and of what statements assign to registers.  For the last write it goes from
   the checkpoint before the moment up to that; if some of the variable's bytes were not written there, from the
   checkpoint before to that one, and so on.  For the next read it goes on from the moment, until there is one.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/accessor-impl.h"
#include "answers/graph-tell.h"
#include "base/array.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_access_row
static const struct wpp_row_column columns[]
  = { COLUMN (access, TEXT), COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (function, TEXT),
      COLUMN (statement, TEXT), COLUMN (value, TEXT, .optional = true), COLUMN (may, TRUTH), COLUMN (event, NUMBER),
      COLUMN (activation, NUMBER), COLUMN (first, NUMBER, .unit = "bytes"), COLUMN (bytes, NUMBER, .unit = "bytes") };
static const struct wpp_schema row_schema = WPP_SCHEMA ("access", struct OF, columns);
#undef OF
#define OF wpp_accessor_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (variable, TEXT), COLUMN (function, TEXT, .optional = true), COLUMN (address, TEXT, .optional = true),
      COLUMN (bytes, NUMBER, .unit = "bytes"), COLUMN (next, TRUTH), COLUMN (file, TEXT, .optional = true),
      COLUMN (line, NUMBER32, .optional = true), COLUMN (execution, COUNT, .optional = true),
      COLUMN (executions, COUNT, .optional = true), COLUMN (thread, NUMBER32), COLUMN (event, NUMBER) };
const struct wpp_schema wpp_accessor_schema
  = WPP_SCHEMA ("accessor", struct OF, head_columns, .rows = "accesses", .of = &row_schema);
#undef OF

/* ---- What is told.  */

/* S's item for what NOW does.  Null when out of memory.  */
static struct wpp_found_access *
add (struct wpp_seeker *s, const struct wpp_replay_now *now, const char *what, bool may)
{
  if (WPP_RESERVE (s->items, s->room, s->n, 1))
    return NULL;
  struct wpp_found_access *x = &s->items[s->n++];
  *x = (struct wpp_found_access){ what, now->function, now->statement, may, now->event, now->activation, 0,
                        s->a->target.bytes, { 0, 0 }, NULL };
  return x;
}

/* Some of NOW's write, from byte FIRST of the variable to before END, is of item number N.  */
static void
mark (struct wpp_seeker *s, uint64_t first, uint64_t end)
{
  for (uint64_t i = first; i < end; i++)
    s->by[i] = s->n;
}

/* Which bytes of the variable are accessed: return whether any are.  */
static bool
meets_p (const struct wpp_seeker *s, const struct wpp_replay_now *now, const struct wpp_memory_access *m,
         struct wpp_word address, struct wpp_word n, uint64_t *first, uint64_t *end, bool *may)
{
  const struct wpp_target *t = &s->a->target;
  static const uint8_t spaces[] = { UINT8_MAX, WPP_SPACE_LOCAL, WPP_SPACE_STATIC, WPP_SPACE_MEMORY };
  bool object = t->kind == WPP_TARGET_LOCAL || t->kind == WPP_TARGET_STATIC;
  if (m->space != spaces[t->kind] || (object && m->object != t->object)
      || (t->kind == WPP_TARGET_LOCAL && now->activation != t->activation)
      || (t->kind == WPP_TARGET_STATIC && wpp_target_unit (s->a->of.bindings->layouts[now->function]) != t->base))
    return false;
  *may = m->how & WPP_MEMORY_MAY || !n.known || !address.known;
  *first = 0;
  *end = t->bytes;
  if (!address.known)
    return object;
  uint64_t start = t->address, bytes = n.known ? n.word : 1, at = address.word - start;
  if (address.word >= start)
    {
      *first = at;
      *end = bytes < t->bytes - (at < t->bytes ? at : t->bytes) ? at + bytes : t->bytes;
      return at < t->bytes && bytes;
    }
  uint64_t before = start - address.word;
  *end = bytes - before < t->bytes ? bytes - before : t->bytes;
  return bytes > before;
}

/* Nothing more is needed once what is told does not belong to the last item.  */
static bool
over_p (const struct wpp_seeker *s, const struct wpp_replay_now *now)
{
  const struct wpp_found_access *x = s->n ? &s->items[s->n - 1] : NULL;
  return s->a->asked->next
         && (s->left || (x && (x->event != now->event || x->statement != now->statement
                               || x->activation != now->activation)));
}

int
wpp_seeker_memory (void *data, const struct wpp_replay_now *now, const struct wpp_memory_access *m,
                   struct wpp_word address, struct wpp_word n, bool surprised)
{
  struct wpp_seeker *s = data;
  bool next = s->a->asked->next, writes = m->how & WPP_MEMORY_WRITES, may;
  uint64_t first, end;
  if (over_p (s, now))
    return 1;
  if (s->after != next || (s->n && next) || (!writes && !next)
      || !meets_p (s, now, m, address, n, &first, &end, &may))
    return WPP_OK;
  if (next && writes && (may || end - first < s->a->target.bytes))
    return WPP_OK;
  const char *what = !writes ? "reads" : m->statement == WPP_NONE ? "enters"
                     : m->how & WPP_MEMORY_BEGINS                 ? "begins"
                                                                  : "writes";
  struct wpp_found_access *x = add (s, now, what, may);
  if (x && m->statement == WPP_NONE)
    x->statement = WPP_NONE;
  if (x && !next && !may)
    mark (s, first, end);
  return x ? WPP_OK : WPP_E_NOMEM;
}

/* The variable is in a register.  */
static int
register_value (struct wpp_seeker *s, const struct wpp_replay_now *now, struct wpp_word v)
{
  const struct wpp_target *t = &s->a->target;
  const struct wpp_body *b = s->a->of.bindings->layouts[now->function]->body;
  const struct wpp_statement *x = &b->statements[now->statement];
  bool next = s->a->asked->next;
  if (now->activation != t->activation || s->after != next || (next && s->n))
    return WPP_OK;
  const struct wpp_value *use = now->use ? &b->values[wpp_statement_uses (b, x)[now->use - 1].value] : NULL;
  bool reads = use && use->variable == t->variable && next;
  if (!reads && (use || wpp_assigned_register (b, x) != t->variable))
    return WPP_OK;
  struct wpp_found_access *y = add (s, now, reads ? "reads" : "writes", false);
  if (!y)
    return WPP_E_NOMEM;
  y->value = v;
  y->type = wpp_body_type (b, use ? use->type : wpp_assigned (b, x)->type);
  if (!next)
    mark (s, 0, t->bytes ? t->bytes : 1);
  return WPP_OK;
}

int
wpp_seeker_value (void *data, const struct wpp_replay_now *now, struct wpp_word v)
{
  struct wpp_seeker *s = data;
  struct wpp_found_access *x = s->n ? &s->items[s->n - 1] : NULL;
  if (over_p (s, now))
    return 1;
  if (s->a->target.kind == WPP_TARGET_REGISTER)
    return register_value (s, now, v);
  if (x && !now->use && x->event == now->event && x->activation == now->activation && x->statement == now->statement)
    {
      const struct wpp_body *b = s->a->of.bindings->layouts[now->function]->body;
      x->value = v;
      x->type = wpp_body_type (b, wpp_statement_result (b, &b->statements[now->statement])->type);
    }
  return WPP_OK;
}

int
wpp_seeker_enters (struct wpp_seeker *s, const struct wpp_replay_now *now)
{
  struct wpp_found_access *x = add (s, now, "enters", false);
  if (!x)
    return WPP_E_NOMEM;
  x->statement = WPP_NONE;
  s->begun = s->n;
  return WPP_OK;
}

static int
path (void *data, const struct wpp_replay_now *now)
{
  struct wpp_seeker *s = data;
  const struct wpp_target *t = &s->a->target;
  if (over_p (s, now))
    return 1;
  if (!s->after && wpp_moment_path_p (&s->moment, now))
    s->after = true;
  if (s->after && !s->a->asked->next)
    return 1;
  if (!t->activation)
    return WPP_OK;
  const struct wpp_replay_frame o = wpp_values_replay_frame (now->replay, now->depth);
  if (o.activation == t->activation && o.place == WPP_NO_NODE && t->kind == WPP_TARGET_REGISTER
      && !s->a->asked->next && wpp_seeker_enters (s, now))
    return WPP_E_NOMEM;
  /* Its activation is over when none that is open is it.  */
  bool open = false;
  for (size_t i = now->depth + 1; s->after && i-- > 0 && !open;)
    open = wpp_values_replay_frame (now->replay, i).activation == t->activation;
  s->left = s->after && !open;
  return s->left ? 1 : WPP_OK;
}

int
wpp_seeker_statement (void *data, const struct wpp_replay_now *now)
{
  struct wpp_seeker *s = data;
  if (over_p (s, now))
    return 1;
  if (!s->after && wpp_moment_statement_p (&s->moment, now))
    s->after = true;
  return s->after && !s->a->asked->next;
}

/* ---- What is watched.  */

static uint8_t
watch_register (const struct wpp_seeker *s, const struct wpp_body *b, const struct wpp_statement *x)
{
  uint32_t variable = s->a->target.variable;
  uint8_t flags = wpp_assigned_register (b, x) == variable ? WPP_WATCH_VALUE : 0;
  for (uint32_t i = 0; i < x->n_uses && s->a->asked->next && !wpp_debug_p (x); i++)
    if (b->values[wpp_statement_uses (b, x)[i].value].variable == variable)
      flags |= WPP_WATCH_USES;
  return flags;
}

uint8_t *
wpp_seeker_watched (void *data, uint32_t function, int *err)
{
  const struct wpp_seeker *s = data;
  const struct wpp_body *b = s->a->of.bindings->layouts[function]->body;
  const struct wpp_target *t = &s->a->target;
  uint8_t *flags = calloc (b->n_statements + (size_t)1, 1);
  *err = flags ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    {
      const struct wpp_statement *x = &b->statements[i];
      bool accesses = !wpp_codeless_p (x)
                      && (x->flags & (WPP_STATEMENT_READS | WPP_STATEMENT_WRITES) || x->kind == WPP_STATEMENT_CALL);
      if (t->kind == WPP_TARGET_REGISTER)
        flags[i] = function == t->function ? watch_register (s, b, x) : 0;
      else if ((accesses || !wpp_codeless_p (x)) && (t->kind != WPP_TARGET_LOCAL || function == t->function))
        flags[i] = WPP_WATCH_MEMORY | (accesses ? WPP_WATCH_VALUE : 0);
      flags[i] |= wpp_moment_watch (&s->moment, function, i);
    }
  return flags;
}

/* ---- Spans.  */

bool
wpp_seeker_missing_p (const struct wpp_seeker *s)
{
  uint64_t i = 0, n = s->a->target.bytes ? s->a->target.bytes : 1;
  while (i < n && s->found[i])
    i++;
  return i < n;
}

void
wpp_seeker_begin (struct wpp_seeker *s)
{
  s->n = 0;
  s->begun = 0;
  memset (s->by, 0, (s->a->target.bytes + 1) * sizeof *s->by);
}

/* Rows are those that some byte is of, or may be later.  */
int
wpp_seeker_keep (struct wpp_seeker *s)
{
  uint64_t n = s->a->target.bytes ? s->a->target.bytes : 1;
  bool *used = s->n ? calloc (s->n + 1, sizeof *used) : NULL;
  int err = WPP_OK;
  if (!used)
    return s->n ? WPP_E_NOMEM : WPP_OK;
  for (uint64_t i = 0; i < n && s->begun; i++)
    s->by[i] = s->by[i] ? s->by[i] : s->begun;
  for (uint64_t i = 0; i < n; i++)
    if (s->by[i] && !s->found[i])
      {
        struct wpp_found_access *x = &s->items[s->by[i] - 1];
        x->first = used[s->by[i]] ? x->first : i;
        x->bytes = used[s->by[i]] ? x->bytes + 1 : 1;
        used[s->by[i]] = s->found[i] = true;
      }
  for (size_t k = s->n; k-- > 0 && !err;)
    {
      bool late = s->items[k].may && !s->n_kept;
      if (!used[k + 1] && !late)
        continue;
      err = WPP_RESERVE (s->kept, s->kept_room, s->n_kept, 1) ? WPP_E_NOMEM : WPP_OK;
      if (!err)
        s->kept[s->n_kept++] = s->items[k];
    }
  if (s->begun)
    for (uint64_t i = 0; i < n; i++)
      s->found[i] = true;
  free (used);
  return err;
}

static int
find_writes (struct wpp_seeker *s, const struct wpp_replay_user *user)
{
  const struct wpp_wet_checkpoint *from = wpp_moment_checkpoint (&s->a->moment);
  const struct wpp_wet_thread *index = wpp_wet_index_thread (&s->a->of.index, s->a->moment.thread->index);
  uint64_t end = UINT64_MAX;
  int err = WPP_OK;
  for (bool more = true; more && !err;)
    {
      wpp_seeker_begin (s);
      s->after = s->moment.there = false;  /* earlier stretches end before the moment */
      err = wpp_accessor_replay (s->a, user, from, end);
      err = err == 1 ? WPP_OK : err;
      if (!err)
        err = wpp_seeker_keep (s);
      more = from && wpp_seeker_missing_p (s);
      end = from ? from->time : 0;
      from = from ? wpp_wet_checkpoint_before (index, end - 1) : NULL;
    }
  return err;
}

static int
find_in_replay (struct wpp_seeker *s)
{
  const struct wpp_replay_user user
    = { .data = s, .watched = wpp_seeker_watched, .path = path, .statement = wpp_seeker_statement,
        .value = wpp_seeker_value, .memory = wpp_seeker_memory };
  if (!s->a->asked->next)
    return find_writes (s, &user);
  int err = wpp_accessor_replay (s->a, &user, wpp_moment_checkpoint (&s->a->moment), UINT64_MAX);
  return err == 1 ? WPP_OK : err;
}

/* ---- Rows.  */

static int
send_row (const struct wpp_seeker *s, const struct wpp_found_access *x, struct wpp_row_sink *sink)
{
  bool enters = x->statement == WPP_NONE;
  struct wpp_replayed_statement at = wpp_replayed_statement (&s->a->of, x->function, enters ? 0 : x->statement);
  const struct wpp_body *b = at.function.body;
  const struct wpp_target *t = &s->a->target;
  char value[WPP_VALUE_TEXT], *text = enters ? strdup (s->a->asked->text) : wpp_at_source (b, at.statement);
  struct wpp_word v = enters ? s->a->parameter : x->value;
  const struct wpp_type *type = enters ? t->type : x->type;
  const struct wpp_function *f = at.function.function->function;
  struct wpp_access_row row = { .access = x->what, .function = wpp_function_name (f), .statement = text,
                                .file = wpp_at_file (&at.function, enters ? f->file : at.statement->file),
                                .line = enters ? f->start_line : at.statement->line,
                                .value = type && v.known ? wpp_value_text (type, v, value) : NULL, .may = x->may,
                                .event = x->event, .activation = x->activation, .first = x->first, .bytes = x->bytes };
  int err = text ? wpp_sink_row (sink, &row) : WPP_E_NOMEM;
  free (text);
  return err;
}

static int
send_all (const struct wpp_seeker *s, const char *file, struct wpp_row_sink *sink, int64_t *n)
{
  const struct wpp_accessor *a = s->a;
  const struct wpp_target *t = &a->target;
  const struct wpp_moment_asked *q = &a->asked->moment;
  char address[WPP_VALUE_TEXT];
  snprintf (address, sizeof address, "0x%" PRIx64, t->address);
  const struct wpp_accessor_head head
    = { .variable = a->asked->text, .bytes = t->bytes, .next = a->asked->next, .file = q->at.text ? file : NULL,
        .function = t->activation ? wpp_function_name (a->of.code->functions[t->function].function) : NULL,
        .address = t->kind == WPP_TARGET_MEMORY ? address : NULL, .line = q->at.text ? q->at.line : 0,
        .execution = a->moment.execution, .executions = a->moment.executions, .thread = q->thread,
        .event = a->moment.event };
  int err = wpp_sink_begin (sink, &wpp_accessor_schema, &head);
  *n = a->asked->next ? s->n : s->n_kept;
  for (int64_t i = 0; i < *n && !err; i++)
    err = send_row (s, a->asked->next ? &s->items[i] : &s->kept[i], sink);
  return err ? err : wpp_sink_end (sink);
}

/* ---- All.  */

static int
seek (struct wpp_accessor *a, const char *file, struct wpp_row_sink *sink, int64_t *n)
{
  struct wpp_seeker s = { .a = a, .moment = a->moment };
  uint64_t bytes = a->target.bytes + 1;
  s.moment.seen = 0;
  s.moment.there = false;
  s.by = calloc (bytes, sizeof *s.by);
  s.found = calloc (bytes, sizeof *s.found);
  int err = !s.by || !s.found ? WPP_E_NOMEM : a->graph ? wpp_seek_in_graph (&s) : find_in_replay (&s);
  if (!err)
    err = send_all (&s, file, sink, n);
  free (s.by);
  free (s.found);
  free (s.items);
  free (s.kept);
  return err;
}

/* Find what is asked, and who accessed it.  */
static int
find (struct wpp_accessor *a, const char *file, struct wpp_row_sink *sink, int64_t *n)
{
  int err = wpp_accessor_find_target (a);
  return err ? err : seek (a, file, sink, n);
}

int64_t
wpp_answer_accessor (struct wpp_recording *r, const struct wpp_accessor_asked *asked, struct wpp_row_sink *sink,
                     struct wpp_place *place)
{
  struct wpp_accessor a = { .asked = asked, .place = place };
  struct wpp_at_found found = { 0 };
  int64_t n = 0;
  int err = asked->moment.at.text ? wpp_at_find_in (&found, r, &asked->moment.at, place) : WPP_OK;
  if (!err)
    err = wpp_replayed_begin (&a.of, r, place);
  if (!err)
    err = wpp_moment_find (&a.moment, &asked->moment, &a.of, found.file, place);
  struct wpp_graph_beside graph = { .fd = -1 };
  if (!err)
    wpp_graph_beside_find (&graph, a.of.bindings, wpp_recording_profile (r));
  a.graph = err ? NULL : wpp_graph_whole (&graph, asked->moment.thread);
  if (!err)
    err = find (&a, found.file, sink, &n);
  if (a.graph && err == WPP_E_RANGE)
    {
      a.graph = NULL;
      err = find (&a, found.file, sink, &n);
    }
  err = wpp_graph_complain (&a.of, err, place);
  wpp_graph_beside_release (&graph);
  if (a.moment.of)
    wpp_moment_release (&a.moment);
  wpp_replayed_release (&a.of);
  wpp_at_release (&found);
  return err ? err : n;
}
