/* Execution counts of source lines and functions, as gcov gives them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The rule is in lines.h.  A touch records that a block has statements of a line.  Touches are sorted so that
   those of one line follow each other, in the order in which gcov's JSON prints the lines.

   Longer than 500 lines: gcov's rule is one piece of reasoning.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "activations/lines/lines-impl.h"
#include "base/search.h"

#define NONE UINT32_MAX

/* Block BLOCK has statements of a line.  */
struct touch
{
  uint32_t source;
  uint32_t anchor;   /* the line at which JSON prints it: itself, or the beginning of its group */
  uint32_t owner;    /* function of a group, by its place; NONE for the source's own lines */
  uint32_t line;
  uint32_t order;    /* the order in which touches were made */
  uint32_t block;
  bool on;           /* the block is on the line */
};

/* The beginning of a function.  */
struct start
{
  uint32_t source, line, column, function;
};

struct counter
{
  const struct wpp_counted_function *functions;   /* neither skipped nor artificial */
  size_t n;
  struct wpp_source_table *table;
  struct wpp_block_graph graph;
  struct wpp_cycles *cycles;
  uint32_t *source;       /* [n] of each function */
  struct start *starts;   /* [n] sorted */
  uint32_t *place;        /* [n] of each function among STARTS */
  bool *group;            /* [n] */
  struct touch *touches;
  uint32_t n_touches;
  uint32_t *blocks;       /* [n_touches] scratch space */
};

#define ORDER(FIELD)                                                                              \
  if (x->FIELD != y->FIELD)                                                                       \
  return x->FIELD < y->FIELD ? -1 : 1

/* ---- Groups.  */

static int
compare_starts (const void *a, const void *b)
{
  const struct start *x = a, *y = b;
  ORDER (source);
  ORDER (line);
  ORDER (column);
  ORDER (function);
  return 0;
}

/* Number the sources in gcov's order: that of each function, then those of its lines.  */
static void
number_sources (struct wpp_source_table *table, const struct wpp_counted_function *functions,
                size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      const struct wpp_function *f = functions[i].function;
      wpp_source_number (table, functions[i].unit, f->file);
      for (uint32_t k = 0; k < f->cfg.n_lines; k++)
        wpp_source_number (table, functions[i].unit, f->cfg.lines[k].file);
    }
}

/* Sort the functions by their beginnings, and mark those that begin at the same line as another.  */
static void
find_groups (struct counter *c)
{
  for (size_t i = 0; i < c->n; i++)
    {
      const struct wpp_function *f = c->functions[i].function;
      c->source[i] = wpp_source_number (c->table, c->functions[i].unit, f->file);
      c->starts[i] = (struct start){ c->source[i], f->start_line, f->start_column, i };
    }
  qsort (c->starts, c->n, sizeof *c->starts, compare_starts);
  for (size_t i = 0; i < c->n; i++)
    c->place[c->starts[i].function] = i;
  for (size_t i = 1; i < c->n; i++)
    {
      const struct start *x = &c->starts[i - 1], *y = &c->starts[i];
      if (x->source == y->source && x->line == y->line)
        c->group[x->function] = c->group[y->function] = true;
    }
}

/* ---- Touches.  */

/* Record that BLOCK of function I touches R.  */
static void
add_touch (struct counter *c, size_t i, uint32_t block, struct wpp_line_ref r)
{
  const struct wpp_function *f = c->functions[i].function;
  uint32_t source = wpp_source_number (c->table, c->functions[i].unit, r.file);
  bool own = c->group[i] && source == c->source[i] && f->start_line <= r.line
             && r.line <= f->end_line;
  struct touch *t = &c->touches[c->n_touches];
  t->source = source;
  t->anchor = own ? f->start_line : r.line;
  t->owner = own ? c->place[i] : NONE;
  t->line = r.line;
  t->order = c->n_touches++;
  t->block = block;
}

static int
compare_orders (const void *a, const void *b)
{
  const struct touch *x = a, *y = b;
  ORDER (order);
  return 0;
}

static int
compare_places (const void *a, const void *b)
{
  const struct touch *x = a, *y = b;
  ORDER (source);
  ORDER (line);
  ORDER (order);
  return 0;
}

/* The touches from FROM on are of one block.  Keep the first one of each line: several nodes of a block may have the
   same line.  */
static void
drop_repeated (struct counter *c, uint32_t from)
{
  uint32_t kept = from;
  struct touch *t = c->touches;
  qsort (t + from, c->n_touches - from, sizeof *t, compare_places);
  for (uint32_t i = from; i < c->n_touches; i++)
    if (kept == from || t[i].source != t[kept - 1].source || t[i].line != t[kept - 1].line)
      t[kept++] = t[i];
  c->n_touches = kept;
  qsort (t + from, kept - from, sizeof *t, compare_orders);
}

/* The touches from FROM on are of one block: mark the block as being on the greatest line of each run.  */
static void
put_on_lines (struct counter *c, uint32_t from)
{
  for (uint32_t i = from; i < c->n_touches;)
    {
      uint32_t greatest = i, source = c->touches[i].source;
      for (; i < c->n_touches && c->touches[i].source == source; i++)
        if (c->touches[i].line > c->touches[greatest].line)
          greatest = i;
      c->touches[greatest].on = true;
    }
}

/* Record the touches of the block that has the nodes FIRST to END - 1 of function I.  */
static void
touch_block (struct counter *c, size_t i, uint32_t first, uint32_t end)
{
  const struct wpp_cfg *cfg = &c->functions[i].function->cfg;
  uint32_t block = c->graph.block_of[i][first], from = c->n_touches;
  for (uint32_t v = first; v < end; v++)
    for (uint32_t k = 0; k < cfg->nodes[v].n_lines; k++)
      add_touch (c, i, block, cfg->lines[cfg->nodes[v].first_line + k]);
  drop_repeated (c, from);
  bool inner = block > c->graph.first_block[i] && block + 1 < c->graph.first_block[i + 1];
  if (inner)
    put_on_lines (c, from);
}

static void
touch_function (struct counter *c, size_t i)
{
  const struct wpp_cfg *cfg = &c->functions[i].function->cfg;
  for (uint32_t v = 0, end; v < cfg->n_nodes; v = end)
    {
      for (end = v + 1; end < cfg->n_nodes && (cfg->nodes[end].flags & WPP_NODE_CONTINUES);)
        end++;
      touch_block (c, i, v, end);
    }
}

static int
compare_touches (const void *a, const void *b)
{
  const struct touch *x = a, *y = b;
  ORDER (source);
  ORDER (anchor);
  ORDER (owner);
  ORDER (line);
  ORDER (order);
  return 0;
}

/* Record and sort all touches.  */
static int
make_touches (struct counter *c)
{
  uint64_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    for (uint32_t v = 0; v < c->functions[i].function->cfg.n_nodes; v++)
      n += c->functions[i].function->cfg.nodes[v].n_lines;
  if (n >= NONE)
    return WPP_E_TOOBIG;
  c->touches = calloc (n + 1, sizeof *c->touches);
  c->blocks = calloc (n + 1, sizeof *c->blocks);
  if (!c->touches || !c->blocks)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < c->n; i++)
    touch_function (c, i);
  qsort (c->touches, c->n_touches, sizeof *c->touches, compare_touches);
  return WPP_OK;
}

/* ---- Counting lines.  */

static bool
same_line_p (const struct touch *x, const struct touch *y)
{
  return x->source == y->source && x->owner == y->owner && x->line == y->line;
}

/* The number of executions of the line that the first N of C's blocks are on.  Circuits subtract counts from each
   other, so if a count is saturated, the line's count is saturated, too: nothing else is known of it.  */
static uint64_t
count_on (struct counter *c, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (wpp_saturated_p (c->graph.blocks[c->blocks[i]].count))
      return UINT64_MAX;
  return wpp_count_on_line (c->cycles, c->blocks, n);
}

/* gcov's number of BLOCK in its function.  */
static uint32_t
block_id (const struct wpp_block_graph *graph, uint32_t block)
{
  size_t after = WPP_PARTITION_POINT (i, graph->n_functions, graph->first_block[i] <= block);
  return block - graph->first_block[after ? after - 1 : 0];
}

/* Count the line that has the touches T [N].  Its blocks are numbered from IDS on.  */
static struct wpp_line_count
count_line (struct counter *c, const struct touch *t, uint32_t n, uint32_t *ids)
{
  struct wpp_line_count line = { .line = t->line };
  uint32_t n_on = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      const struct wpp_line_block *b = &c->graph.blocks[t[i].block];
      line.count = wpp_saturating_add (line.count, b->count);
      line.unexceptional |= !b->exceptional;
      line.unexecuted_block |= !b->exceptional && b->count == 0;
      if (t[i].on)
        {
          ids[n_on] = block_id (&c->graph, t[i].block);
          c->blocks[n_on++] = t[i].block;
        }
    }
  line.n_blocks = n_on;
  if (n_on > 0)
    line.count = count_on (c, n_on);
  if (t->owner != NONE)
    line.function = c->functions[c->starts[t->owner].function].function;
  return line;
}

/* Count the lines of SOURCE, which has the touches T [N].  */
static int
count_source (struct counter *c, struct wpp_source *source, const struct touch *t, uint32_t n)
{
  uint32_t n_lines = 0;
  for (uint32_t i = 0; i < n; i++)
    n_lines += i == 0 || !same_line_p (&t[i], &t[i - 1]);
  source->json_lines = calloc (n_lines + (size_t)1, sizeof *source->json_lines);
  source->block_ids = calloc (n + (size_t)1, sizeof *source->block_ids);
  if (!source->json_lines || !source->block_ids)
    return WPP_E_NOMEM;
  for (uint32_t i = 0, end, n_ids = 0; i < n; i = end)
    {
      for (end = i + 1; end < n && same_line_p (&t[i], &t[end]);)
        end++;
      struct wpp_line_count *line = &source->json_lines[source->n_json_lines++];
      *line = count_line (c, t + i, end - i, source->block_ids + n_ids);
      line->first_block = n_ids;
      n_ids += line->n_blocks;
    }
  return WPP_OK;
}

static int
compare_lines (const void *a, const void *b)
{
  const struct wpp_line_count *x = a, *y = b;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* Add up the lines of groups.  */
static int
merge_lines (struct wpp_source *source)
{
  struct wpp_line_count *lines = calloc (source->n_json_lines + (size_t)1, sizeof *lines);
  if (!lines)
    return WPP_E_NOMEM;
  source->lines = lines;
  if (source->n_json_lines > 0)
    memcpy (lines, source->json_lines, source->n_json_lines * sizeof *lines);
  qsort (lines, source->n_json_lines, sizeof *lines, compare_lines);
  for (uint32_t i = 0; i < source->n_json_lines; i++)
    {
      struct wpp_line_count *last = &lines[source->n_lines - 1];
      lines[i].function = NULL;
      if (source->n_lines == 0 || last->line != lines[i].line)
        {
          lines[source->n_lines++] = lines[i];
          continue;
        }
      last->count = wpp_saturating_add (last->count, lines[i].count);
      last->unexecuted_block |= lines[i].unexecuted_block;
      last->unexceptional |= lines[i].unexceptional;
    }
  return WPP_OK;
}

static int
count_lines (struct counter *c, struct wpp_sources *s)
{
  int err = WPP_OK;
  uint32_t i = 0;
  for (uint32_t k = 0; k < s->n && !err; k++)
    {
      uint32_t first = i;
      while (i < c->n_touches && c->touches[i].source == k)
        i++;
      err = count_source (c, &s->sources[k], c->touches + first, i - first);
      if (!err)
        err = merge_lines (&s->sources[k]);
    }
  return err;
}

/* ---- Functions.  */

static struct wpp_function_count
count_function (const struct counter *c, size_t i)
{
  uint32_t first = c->graph.first_block[i], end = c->graph.first_block[i + 1];
  struct wpp_function_count f = { .function = c->functions[i].function,
                                  .count = c->graph.blocks[first].count,
                                  .gcov_count = wpp_saturating_add (c->graph.blocks[first].count,
                                                                    c->graph.again[i]),
                                  .blocks = end - first - 2,
                                  .group = c->group[i] };
  for (uint32_t b = first + 1; b + 1 < end; b++)
    f.blocks_executed += c->graph.blocks[b].count > 0;
  return f;
}

static int
list_functions (struct counter *c, struct wpp_sources *s)
{
  for (size_t i = 0; i < c->n; i++)
    s->sources[c->source[i]].n_functions++;
  for (uint32_t k = 0; k < s->n; k++)
    {
      struct wpp_source *source = &s->sources[k];
      source->functions = calloc (source->n_functions + (size_t)1, sizeof *source->functions);
      if (!source->functions)
        return WPP_E_NOMEM;
      source->n_functions = 0;
    }
  for (size_t i = 0; i < c->n; i++)
    {
      struct wpp_source *source = &s->sources[c->starts[i].source];
      source->functions[source->n_functions++] = count_function (c, c->starts[i].function);
    }
  return WPP_OK;
}

/* ---- gcov's `function_name' of the lines that are no group's: functions are pushed on a stack
   at the line where they begin, and at each line at most one is popped, if it ends there.  */

struct namer
{
  struct wpp_source *source;
  const struct wpp_function **stack;
  uint32_t n;
  uint32_t next_function;   /* the functions before this one have been passed */
  uint32_t *ends;           /* lines where functions end, sorted, each once */
  uint32_t n_ends, next_end;
};

static int
compare_numbers (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* Push the functions that begin at LINE.  */
static void
push_functions (struct namer *m, uint32_t line)
{
  const struct wpp_source *s = m->source;
  for (; m->next_function < s->n_functions; m->next_function++)
    {
      const struct wpp_function_count *f = &s->functions[m->next_function];
      if (f->function->start_line > line)
        break;
      if (!f->group)
        m->stack[m->n++] = f->function;
    }
}

/* At the end of LINE, pop a function if one ends there.  */
static void
pop_function (struct namer *m, uint32_t line)
{
  if (m->n > 0 && m->stack[m->n - 1]->end_line == line)
    m->n--;
  while (m->next_end < m->n_ends && m->ends[m->next_end] <= line)
    m->next_end++;
}

/* Pass the lines before LINE at which something begins or ends.  */
static void
pass_lines (struct namer *m, uint32_t line)
{
  const struct wpp_source *s = m->source;
  for (;;)
    {
      uint32_t next = line;
      if (m->next_function < s->n_functions
          && s->functions[m->next_function].function->start_line < next)
        next = s->functions[m->next_function].function->start_line;
      if (m->next_end < m->n_ends && m->ends[m->next_end] < next)
        next = m->ends[m->next_end];
      if (next == line)
        return;
      push_functions (m, next);
      pop_function (m, next);
    }
}

static void
list_ends (struct namer *m)
{
  const struct wpp_source *s = m->source;
  for (uint32_t i = 0; i < s->n_functions; i++)
    m->ends[i] = s->functions[i].function->end_line;
  qsort (m->ends, s->n_functions, sizeof *m->ends, compare_numbers);
  for (uint32_t i = 0; i < s->n_functions; i++)
    if (i == 0 || m->ends[i] != m->ends[m->n_ends - 1])
      m->ends[m->n_ends++] = m->ends[i];
}

static int
name_lines (struct wpp_source *source)
{
  struct namer m = { .source = source };
  m.stack = calloc (source->n_functions + (size_t)1, sizeof *m.stack);
  m.ends = calloc (source->n_functions + (size_t)1, sizeof *m.ends);
  int err = m.stack && m.ends ? WPP_OK : WPP_E_NOMEM;
  if (!err)
    list_ends (&m);
  for (uint32_t i = 0; !err && i < source->n_json_lines; i++)
    {
      struct wpp_line_count *line = &source->json_lines[i];
      if (line->function)
        continue;   /* a line of a group */
      pass_lines (&m, line->line);
      push_functions (&m, line->line);
      if (m.n > 0)
        line->function = m.stack[m.n - 1];
      pop_function (&m, line->line);
    }
  free (m.stack);
  free (m.ends);
  return err;
}

/* ---- All together.  */

static struct wpp_sources *
count_all (struct counter *c, int *err)
{
  find_groups (c);
  *err = wpp_block_graph_make (c->functions, c->n, &c->graph);
  if (!*err)
    *err = make_touches (c);
  if (!*err && !(c->cycles = wpp_cycles_new (&c->graph)))
    *err = WPP_E_NOMEM;
  if (*err)
    return NULL;
  struct wpp_sources *s = wpp_source_table_take (c->table);
  *err = count_lines (c, s);
  if (!*err)
    *err = list_functions (c, s);
  for (uint32_t k = 0; k < s->n && !*err; k++)
    *err = name_lines (&s->sources[k]);
  if (!*err)
    *err = wpp_count_branches (s, c->table, c->functions, c->n);
  if (!*err)
    return s;
  wpp_sources_free (s);
  return NULL;
}

/* Copy to OUT those of FUNCTIONS [N] that gcov would report; return their number.  */
static size_t
select_functions (const struct wpp_counted_function *functions, size_t n,
                  struct wpp_counted_function *out)
{
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (!(functions[i].function->flags & (WPP_FN_SKIPPED | WPP_FN_ARTIFICIAL)))
      out[kept++] = functions[i];
  return kept;
}

struct wpp_sources *
wpp_lines_count (const struct wpp_counted_function *functions, size_t n, int *err)
{
  struct wpp_sources *s = NULL;
  if (n >= NONE)
    {
      *err = WPP_E_TOOBIG;
      return NULL;
    }
  struct wpp_counted_function *selected = calloc (n + 1, sizeof *selected);
  struct counter c = { .functions = selected };
  *err = WPP_E_NOMEM;
  c.source = calloc (n + 1, sizeof *c.source);
  c.starts = calloc (n + 1, sizeof *c.starts);
  c.place = calloc (n + 1, sizeof *c.place);
  c.group = calloc (n + 1, sizeof *c.group);
  if (!selected || !c.source || !c.starts || !c.place || !c.group)
    goto out;
  c.n = select_functions (functions, n, selected);
  c.table = wpp_source_table_new (functions, n, err);
  if (c.table)
    {
      number_sources (c.table, functions, n);
      s = count_all (&c, err);
    }
out:
  wpp_source_table_free (c.table);
  wpp_cycles_free (c.cycles);
  wpp_block_graph_release (&c.graph);
  free (c.touches);
  free (c.blocks);
  free (c.group);
  free (c.place);
  free (c.starts);
  free (c.source);
  free (selected);
  return s;
}

void
wpp_sources_free (struct wpp_sources *s)
{
  if (!s)
    return;
  for (uint32_t k = 0; k < s->n; k++)
    {
      free (s->sources[k].file);
      free (s->sources[k].path);
      free (s->sources[k].functions);
      free (s->sources[k].lines);
      free (s->sources[k].json_lines);
      free (s->sources[k].block_ids);
      free (s->sources[k].branches);
      free (s->sources[k].ways);
    }
  free (s->sources);
  free (s);
}
