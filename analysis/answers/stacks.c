/* What was executed in each calling context.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include "answers/calls-impl.h"
#include "answers/stacks.h"
#include "base/array.h"
#include "base/saturate.h"

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_stack_line_row
static const struct wpp_row_column line_columns[]
  = { COLUMN (file, TEXT), COLUMN (path, TEXT), COLUMN (line, NUMBER32),
      COLUMN (statements, COUNT, .unit = "statements"), COLUMN (executions, COUNT, .unit = "executions") };
static const struct wpp_schema line_schema = WPP_SCHEMA ("line", struct OF, line_columns);
#undef OF

#define OF wpp_stack_row
static const struct wpp_row_column columns[]
  = { COLUMN (context, NUMBER), COLUMN (caller, SIGNED), COLUMN (level, NUMBER32),
      COLUMN (function, ROW_AT, .of = &wpp_call_function_schema), COLUMN (file, TEXT), COLUMN (path, TEXT),
      COLUMN (start_line, NUMBER32), COLUMN (call, ROW_AT, .of = &wpp_call_place_schema),
      COLUMN (count, COUNT, .unit = "activations"), COLUMN (statements, COUNT, .unit = "statements"),
      COLUMN (lines, LIST, .of = &line_schema) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("context", struct OF, columns);
#undef OF

#define OF wpp_stacks_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (program, TEXT), COLUMN (file, TEXT), COLUMN (runs, NUMBER), COLUMN (merged, TRUTH) };
const struct wpp_schema wpp_stacks_schema
  = WPP_SCHEMA ("stacks", struct OF, head_columns, .rows = "contexts", .of = &row_schema);
#undef OF

/* ---- Lines of a context.  */

struct line
{
  uint32_t file;                /* of the unit */
  uint32_t line;                /* 0: not known */
  uint64_t statements, executions;
};

struct stacks
{
  struct wpp_recording *recording;
  struct wpp_code *code;
  const struct wpp_call_tree *tree;
  const struct wpp_context_path *paths;
  uint32_t *first, *order;      /* paths of context X: order[first[X] .. first[X + 1]) */
  uint64_t *node_counts;        /* [room_nodes] of the context at hand */
  size_t room_nodes;
  uint32_t *touched;            /* [n_touched] nodes with counts */
  size_t n_touched, room_touched;
  struct wpp_path path;
  struct line *lines;           /* [n_lines] */
  size_t n_lines, room_lines;
  const struct wpp_unit *unit;  /* of the row that is with the sink */
  struct wpp_row_sink *sink;
  struct wpp_place *place;
};

static int
touch (struct stacks *s, uint32_t node)
{
  if (WPP_RESERVE (s->touched, s->room_touched, s->n_touched, 1))
    return WPP_E_NOMEM;
  s->touched[s->n_touched++] = node;
  return 0;
}

/* Have room for the counts of N nodes, which are 0 between contexts.  */
static int
reserve_nodes (struct stacks *s, size_t n)
{
  if (n <= s->room_nodes)
    return 0;
  uint64_t *counts = calloc (n, sizeof *counts);
  if (!counts)
    return WPP_E_NOMEM;
  free (s->node_counts);
  s->node_counts = counts;
  s->room_nodes = n;
  return 0;
}

/* Count the nodes of P, a path in a context.  */
static int
count_path (struct stacks *s, const struct wpp_context_path *p)
{
  struct wpp_code_path is;
  int known = wpp_code_decode (s->code, p->event, &is, &s->path);
  int err = known < 0 ? known : 0;
  if (known > 0)
    err = reserve_nodes (s, is.numbering->cfg->n_nodes);
  for (uint32_t i = 0; known > 0 && i <= s->path.n_nodes && !err; i++)
    err = touch (s, wpp_code_path_node (&is, &s->path, i));
  if (known > 0 && !err)
    err = wpp_path_count (is.numbering, is.number, p->count, s->node_counts, NULL);
  if (err == WPP_E_NOMEM || !err)
    return err;
  return wpp_complain (s->place, "", 0, WPP_E_TOLD, "path %" PRIu32 ": %s", p->event, wpp_strerror (err));
}

static int
compare_lines (const void *a, const void *b)
{
  const struct line *x = a, *y = b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* Add NODE, of F.  */
static int
add_node (struct stacks *s, const struct wpp_function *f, uint32_t node)
{
  const struct wpp_node *n = &f->cfg.nodes[node];
  uint64_t count = s->node_counts[node];
  s->node_counts[node] = 0;
  if (!count)
    return 0;
  size_t lines = n->n_lines ? n->n_lines : n->statements > 0;
  if (WPP_RESERVE (s->lines, s->room_lines, s->n_lines, lines))
    return WPP_E_NOMEM;
  for (size_t i = 0; i < lines; i++)
    {
      const struct wpp_line_ref *l = &f->cfg.lines[n->first_line + i];
      struct line *line = &s->lines[s->n_lines++];
      *line = (struct line){ f->file, f->start_line, i ? 0 : wpp_saturating_product (count, n->statements), count };
      if (n->n_lines)
        {
          line->file = l->file;
          line->line = l->line;
        }
      else
        line->executions = 0;
    }
  return 0;
}

/* Sort the lines, and make one of equal ones.  */
static void
join_lines (struct stacks *s)
{
  size_t n = 0;
  if (s->n_lines)
    qsort (s->lines, s->n_lines, sizeof *s->lines, compare_lines);
  for (size_t i = 0; i < s->n_lines; i++)
    if (n && !compare_lines (&s->lines[n - 1], &s->lines[i]))
      {
        struct line *l = &s->lines[n - 1];
        l->statements = wpp_saturating_add (l->statements, s->lines[i].statements);
        l->executions = l->executions > s->lines[i].executions ? l->executions : s->lines[i].executions;
      }
    else
      s->lines[n++] = s->lines[i];
  s->n_lines = n;
}

/* Find the lines of context X, of function F.  */
static int
find_lines (struct stacks *s, uint32_t x, const struct wpp_function *f)
{
  int err = 0;
  s->n_touched = s->n_lines = 0;
  for (uint32_t i = s->first[x]; i < s->first[x + 1] && !err; i++)
    err = count_path (s, &s->paths[s->order[i]]);
  for (size_t i = 0; i < s->n_touched && !err; i++)
    err = add_node (s, f, s->touched[i]);
  if (!err)
    join_lines (s);
  return err;
}

/* Set S's only line, whose place is not known, to what the paths of context X executed, which are of any functions:
   calls that are not told apart.  */
static int
find_deeper (struct stacks *s, uint32_t x)
{
  struct line all = { .line = 0 };
  int err = WPP_RESERVE (s->lines, s->room_lines, 0, 1);
  for (uint32_t i = s->first[x]; i < s->first[x + 1] && !err; i++)
    {
      const struct wpp_context_path *p = &s->paths[s->order[i]];
      uint64_t number;
      const struct wpp_code_function *f = wpp_code_find (s->code, p->event, &number);
      s->n_touched = 0;
      err = count_path (s, p);
      for (size_t k = 0; k < s->n_touched && !err && f; k++)
        {
          uint64_t *count = &s->node_counts[s->touched[k]];
          const struct wpp_node *node = &f->function->cfg.nodes[s->touched[k]];
          all.statements = wpp_saturating_add (all.statements, wpp_saturating_product (*count, node->statements));
          *count = 0;
        }
    }
  s->n_lines = !err;
  if (!err)
    s->lines[0] = all;
  return err;
}

/* ---- Rows.  */

static int
get_deeper (void *data, size_t i, void *row)
{
  const struct stacks *s = data;
  *(struct wpp_stack_line_row *)row = (struct wpp_stack_line_row){ .statements = s->lines[0].statements };
  return 0;
}

static int
get_line (void *data, size_t i, void *row)
{
  const struct stacks *s = data;
  const struct line *l = &s->lines[i];
  const struct wpp_file_name *name = &s->unit->names[l->file];
  *(struct wpp_stack_line_row *)row
    = (struct wpp_stack_line_row){ name->file, name->path, l->line, l->statements, l->executions };
  return 0;
}

/* Add what is known of the function F to ROW.  */
static void
set_function (struct stacks *s, const struct wpp_code_function *f, struct wpp_stack_row *row)
{
  row->function_number = f - s->code->functions;
  row->start_line = f->function->start_line;
  row->lines = (struct wpp_row_list){ s->n_lines, s, get_line };
  for (size_t i = 0; i < s->n_lines; i++)
    row->statements = wpp_saturating_add (row->statements, s->lines[i].statements);
  row->file = f->unit->names[f->function->file].file;
  row->path = f->unit->names[f->function->file].path;
  s->unit = f->unit;
}

/* For wpp_call_tree_visit.  */
static int
send_context (void *data, const struct wpp_call_row *r)
{
  struct stacks *s = data;
  const struct wpp_call_row *rows = s->tree->rows;
  const struct wpp_context *x = r->context;
  const struct wpp_code_function *f = x->function == WPP_NO_FUNCTION ? NULL : &s->code->functions[x->function];
  struct wpp_call_function_row function;
  struct wpp_call_place_row place;
  struct wpp_stack_row row = { .context = r->number,
                               .caller = x->caller == WPP_NO_CONTEXT ? -1 : (int64_t)rows[x->caller].number,
                               .level = x->level,
                               .function = f ? &function : NULL,
                               .function_number = WPP_NO_FUNCTION,
                               .call = wpp_call_place (s->tree, x, &place),
                               .count = x->count };
  int err = f ? wpp_call_function (s->recording, s->tree, x->function, &function) : 0;
  if (!err)
    err = f ? find_lines (s, r - rows, f->function) : find_deeper (s, r - rows);
  if (!err && f)
    set_function (s, f, &row);
  else if (!err)
    {
      row.lines = (struct wpp_row_list){ 1, s, get_deeper };
      row.statements = s->lines[0].statements;
    }
  return err ? err : wpp_sink_row (s->sink, &row);
}

/* ---- The answer.  */

/* Set FIRST and ORDER, for the paths PATHS [N] of contexts [N_CONTEXTS].  */
static int
sort_paths (struct stacks *s, const struct wpp_context_path *paths, uint32_t n, uint32_t n_contexts)
{
  s->paths = paths;
  s->first = calloc (n_contexts + (size_t)2, sizeof *s->first);
  s->order = malloc ((n + (size_t)1) * sizeof *s->order);
  if (!s->first || !s->order)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < n; i++)
    s->first[paths[i].context + 1]++;
  for (uint32_t i = 0; i < n_contexts; i++)
    s->first[i + 1] += s->first[i];
  for (uint32_t i = n; i--;)
    s->order[--s->first[paths[i].context + 1]] = i;
  /* Now first[X + 1] is where X begins.  */
  for (uint32_t i = 0; i < n_contexts; i++)
    s->first[i] = s->first[i + 1];
  s->first[n_contexts] = n;
  return 0;
}

static struct wpp_stacks_head
head_of (const struct wpp_recording *r, bool merged)
{
  const struct wpp_run *run = &wpp_recording_profile (r)->run;
  bool one = wpp_recording_runs (r) == 1 && run->known;
  return (struct wpp_stacks_head){ wpp_recording_program (r), wpp_recording_file (r), wpp_recording_runs (r), merged,
                                   one ? run->began : 0, one ? run->duration : 0 };
}

static int
send_all (struct stacks *s, const struct wpp_call_contexts_found *found, struct wpp_call_tree *tree)
{
  uint32_t n, n_paths;
  const struct wpp_stacks_head head = head_of (s->recording, found->merged);
  wpp_call_contexts_all (found->contexts, &n);
  const struct wpp_context_path *paths = wpp_call_contexts_paths (found->contexts, &n_paths);
  int err = sort_paths (s, paths, n_paths, n);
  if (!err)
    err = wpp_sink_begin (s->sink, &wpp_stacks_schema, &head);
  if (!err)
    err = wpp_call_tree_visit (tree, send_context, s);
  free (s->first);
  free (s->order);
  free (s->node_counts);
  free (s->touched);
  free (s->lines);
  wpp_path_release (&s->path);
  return err ? err : wpp_sink_end (s->sink);
}

int64_t
wpp_answer_stacks (struct wpp_recording *r, const struct wpp_stacks_asked *asked, struct wpp_row_sink *sink,
                   struct wpp_place *place)
{
  const struct wpp_calls_asked calls
    = { .contexts = { .all_threads = true, .paths = true, .depth = asked->depth, .merge = asked->merge } };
  struct wpp_call_contexts_found found;
  struct wpp_call_tree *tree;
  struct stacks s = { .recording = r, .sink = sink, .place = place };
  int err = wpp_call_tree_find (r, &calls, &found, &tree, place);
  s.code = found.code;
  s.tree = tree;
  if (!err)
    err = send_all (&s, &found, tree);
  int64_t n = err ? err : (int64_t)tree->n_kept;
  wpp_call_tree_free (tree);
  wpp_call_contexts_free (found.contexts);
  return n;
}
