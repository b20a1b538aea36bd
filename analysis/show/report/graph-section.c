/* A function's graph as a row of the section `graphs' (graph-section.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/routes.h"
#include "base/saturate.h"
#include "base/search.h"
#include "show/report/graph-section.h"
#include "show/report/drawing.h"

/* Nodes of a graph that is folded: most frequent blocks; others.  */
#define MOST_HOT 300u
#define MOST_FOLDED 100u

struct block
{
  uint32_t number;
  uint64_t count, statements;
  unsigned flags;
  uint32_t node;                /* it is, or is a part of */
  uint32_t root;                /* of cold blocks that touch each other */
};

struct node
{
  int64_t block;                /* its place in the list of blocks; negative: several */
  uint64_t n, count;
};

struct folded
{
  const struct wpp_graph_row *row;
  struct block *blocks;         /* [row->blocks.n] by their numbers */
  struct node *nodes;           /* [layout.n] */
  struct wpp_drawing layout;     /* its edges are those between nodes */
  unsigned *flags;              /* [layout.n_edges] */
};

/* ---- Reading the row.  */

static int
read_blocks (struct folded *f)
{
  const struct wpp_row_list *list = &f->row->blocks;
  int err = 0;
  f->blocks = calloc (list->n + 1, sizeof *f->blocks);
  f->nodes = calloc (list->n + 1, sizeof *f->nodes);
  if (!f->blocks || !f->nodes)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < list->n && !err; i++)
    {
      struct wpp_graph_block_row b;
      err = list->get (list->data, i, &b);
      if (!err)
        f->blocks[i] = (struct block){ b.block, b.count, b.statements,
                                       (b.call ? WPP_REPORT_CALL : 0) | (b.landing ? WPP_REPORT_LANDING : 0),
                                       WPP_REPORT_NONE, i };
    }
  return err;
}

/* The place of block NUMBER.  */
static uint32_t
find_block (const struct folded *f, uint32_t number)
{
  size_t after = WPP_PARTITION_POINT (i, f->row->blocks.n, f->blocks[i].number <= number);
  return after ? after - 1 : 0;
}

/* ---- Folding.  */

static uint32_t
root_of (struct block *blocks, uint32_t i)
{
  while (blocks[i].root != i)
    i = blocks[i].root = blocks[blocks[i].root].root;
  return i;
}

static int
compare_counts (const void *a, const void *b)
{
  const struct block *const *x = a, *const *y = b;
  if ((*x)->count != (*y)->count)
    return (*x)->count > (*y)->count ? -1 : 1;
  return (*x)->number < (*y)->number ? -1 : 1;
}

static void
add_node (struct folded *f, uint32_t block)
{
  f->blocks[block].node = f->layout.n;
  f->nodes[f->layout.n++] = (struct node){ block, 1, f->blocks[block].count };
}

/* Give the hot blocks, and the first and the last one, nodes of their own.  */
static int
keep_hot (struct folded *f)
{
  size_t n = f->row->blocks.n;
  struct block **sorted = calloc (n + 1, sizeof *sorted);
  if (!sorted)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < n; i++)
    sorted[i] = &f->blocks[i];
  if (n > WPP_GRAPH_MOST)
    {
      qsort (sorted, n, sizeof *sorted, compare_counts);
      for (size_t i = MOST_HOT; i < n; i++)
        if (sorted[i]->number > 1)
          sorted[i]->node = WPP_REPORT_NONE - 1;
    }
  /* In the order of their numbers, so that the entry is the first.  */
  for (size_t i = 0; i < n; i++)
    if (f->blocks[i].node == WPP_REPORT_NONE)
      add_node (f, i);
    else
      f->blocks[i].node = WPP_REPORT_NONE;
  free (sorted);
  return 0;
}

/* Put cold blocks that touch each other together.  */
static int
join_cold (struct folded *f)
{
  const struct wpp_row_list *list = &f->row->edges;
  int err = 0;
  for (size_t i = 0; i < list->n && !err; i++)
    {
      struct wpp_graph_edge_row e;
      err = list->get (list->data, i, &e);
      uint32_t from = err ? 0 : find_block (f, e.from), to = err ? 0 : find_block (f, e.to);
      if (!err && f->blocks[from].node == WPP_REPORT_NONE && f->blocks[to].node == WPP_REPORT_NONE)
        f->blocks[root_of (f->blocks, from)].root = root_of (f->blocks, to);
    }
  return err;
}

/* Make nodes of those; what there are too many of is one.  */
static void
fold_cold (struct folded *f)
{
  size_t n = f->row->blocks.n;
  uint32_t kept = f->layout.n;
  for (size_t i = 0; i < n; i++)
    if (f->blocks[i].node == WPP_REPORT_NONE)
      {
        struct block *root = &f->blocks[root_of (f->blocks, i)];
        if (root->node == WPP_REPORT_NONE)
          {
            bool last = f->layout.n - kept >= MOST_FOLDED;
            root->node = last ? f->layout.n - 1 : f->layout.n++;
            if (!last)
              f->nodes[root->node] = (struct node){ -1, 0, 0 };
          }
        f->blocks[i].node = root->node;
        struct node *node = &f->nodes[root->node];
        node->n += &f->blocks[i] != root;
        node->count = f->blocks[i].count > node->count ? f->blocks[i].count : node->count;
      }
  /* Roots were not counted where they are.  */
  for (size_t i = 0; i < n; i++)
    if (f->nodes[f->blocks[i].node].block < 0 && f->blocks[i].root == i)
      f->nodes[f->blocks[i].node].n++;
  /* What stands for one block is that block.  */
  for (size_t i = 0; i < n; i++)
    if (f->nodes[f->blocks[i].node].block < 0 && f->nodes[f->blocks[i].node].n == 1)
      f->nodes[f->blocks[i].node].block = i;
}

/* ---- Edges.  */

static int
compare_edges (const void *a, const void *b)
{
  const struct wpp_drawing_edge *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

/* List the edges between nodes; those with the same ends are one.  Until they are drawn, N is their flags.  */
static int
list_edges (struct folded *f)
{
  const struct wpp_row_list *list = &f->row->edges;
  struct wpp_drawing *l = &f->layout;
  uint32_t kept = 0;
  int err = 0;
  l->edges = calloc (list->n + 1, sizeof *l->edges);
  f->flags = calloc (list->n + 1, sizeof *f->flags);
  if (!l->edges || !f->flags)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < list->n && !err; i++)
    {
      struct wpp_graph_edge_row e;
      err = list->get (list->data, i, &e);
      if (err)
        break;
      uint32_t from = f->blocks[find_block (f, e.from)].node, to = f->blocks[find_block (f, e.to)].node;
      if (from != to || f->nodes[from].block >= 0)
        l->edges[l->n_edges++] = (struct wpp_drawing_edge){ .from = from, .to = to, .weight = e.count,
                                                           .n = e.exceptional ? WPP_REPORT_EXCEPTIONAL : 0 };
    }
  if (l->n_edges)
    qsort (l->edges, l->n_edges, sizeof *l->edges, compare_edges);
  for (uint32_t i = 0; i < l->n_edges; i++)
    if (kept && !compare_edges (&l->edges[kept - 1], &l->edges[i]))
      {
        l->edges[kept - 1].weight = wpp_saturating_add (l->edges[kept - 1].weight, l->edges[i].weight);
        l->edges[kept - 1].n &= l->edges[i].n;
      }
    else
      l->edges[kept++] = l->edges[i];
  l->n_edges = kept;
  for (uint32_t i = 0; i < kept; i++)
    f->flags[i] = l->edges[i].n;
  return err;
}

/* ---- Writing.  */

int
wpp_report_lines (struct wpp_report *page, struct wpp_section *s, const struct wpp_row_list *lines)
{
  uint32_t in = WPP_REPORT_NONE;
  const char *last = NULL;
  int err = 0;
  wpp_section_open (s, '[');
  for (size_t i = 0; i < lines->n && !err; i++)
    {
      struct wpp_source_line_row line;
      err = lines->get (lines->data, i, &line);
      if (err)
        break;
      uint32_t file = line.path == last ? in : wpp_report_file (page, line.file, line.path);
      if (file == WPP_REPORT_NONE)
        err = WPP_E_NOMEM;
      if (file != in && !err)
        wpp_section_integer (s, -1 - (int64_t)file);
      in = file;
      last = line.path;
      wpp_section_number (s, line.line);
    }
  wpp_section_close (s, ']');
  return err;
}

static int
put_block (struct wpp_report *page, struct wpp_section *s, const struct folded *f, uint32_t i)
{
  const struct node *node = &f->nodes[i];
  const struct block *block = node->block < 0 ? NULL : &f->blocks[node->block];
  struct wpp_graph_block_row row;
  int err = block ? f->row->blocks.get (f->row->blocks.data, node->block, &row) : 0;
  if (err)
    return err;
  wpp_section_open (s, '[');
  wpp_section_integer (s, block ? (int64_t)block->number : -1);
  wpp_section_count (s, node->count);
  wpp_section_number (s, block ? block->statements : node->n);
  wpp_section_number (s, block ? block->flags : 0);
  wpp_section_integer (s, f->layout.nodes[i].x);
  wpp_section_integer (s, f->layout.nodes[i].y);
  if (block)
    err = wpp_report_lines (page, s, &row.lines);
  wpp_section_close (s, ']');
  return err;
}

static void
put_edge (struct wpp_section *s, const struct folded *f, uint32_t i)
{
  const struct wpp_drawing_edge *e = &f->layout.edges[i];
  wpp_section_open (s, '[');
  wpp_section_number (s, e->from);
  wpp_section_number (s, e->to);
  wpp_section_count (s, e->weight);
  wpp_section_number (s, f->flags[i] | (e->back ? WPP_REPORT_BACK : 0));
  for (uint32_t k = 0; k < e->n; k++)
    {
      wpp_section_integer (s, f->layout.bends[e->first + k].x);
      wpp_section_integer (s, f->layout.bends[e->first + k].y);
    }
  wpp_section_close (s, ']');
}

static int
put_graph (struct wpp_report *page, struct wpp_section *s, const struct folded *f)
{
  int err = 0;
  wpp_section_open (s, '[');
  wpp_section_number (s, wpp_report_function_number (page, f->row->of));
  wpp_section_open (s, '[');
  for (uint32_t i = 0; i < f->layout.n && !err; i++)
    err = put_block (page, s, f, i);
  wpp_section_close (s, ']');
  wpp_section_open (s, '[');
  for (uint32_t i = 0; i < f->layout.n_edges && !err; i++)
    put_edge (s, f, i);
  wpp_section_close (s, ']');
  wpp_section_close (s, ']');
  return err;
}

int
wpp_report_graph (struct wpp_report *page, struct wpp_section *s, const struct wpp_graph_row *row)
{
  struct folded f = { .row = row };
  int err = read_blocks (&f);
  if (!err)
    err = keep_hot (&f);
  if (!err && f.layout.n < row->blocks.n)
    {
      err = join_cold (&f);
      if (!err)
        fold_cold (&f);
    }
  if (!err)
    err = list_edges (&f);
  if (!err)
    err = wpp_drawing_make (&f.layout);
  if (!err)
    err = put_graph (page, s, &f);
  wpp_drawing_release (&f.layout);
  free (f.layout.edges);
  free (f.blocks);
  free (f.nodes);
  free (f.flags);
  return err;
}
