/* Line counts against what gcov 12 says, and by hand.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The graphs of the two programs below are those of their .gcno files with the counts of a run; the
   expected lines are those of `gcov' and `gcov --json-format' for them.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "activations/lines/lines.h"
#include "unit.h"

/* A function is written
     F name artificial file start-line start-column end-line end-column nodes edges
   with a node as flags, count, number of lines and that many pairs of file and line, and an edge
   as source, destination, flags and count.  A GAP edge into a NONLOCAL node is an exception's,
   unless it comes from a call that returns twice.  */

/*  1 static int twice (int x) { return x * 2; }
    2 int
    3 main (int argc, char **argv)
    4 {
    5   int i, j, s = 0;
    6   for (i = 0; i < 10; i++) s += i;
    7   for (i = 0; i < 10; i++) for (j = 0; j < 5; j++) s += i * j;
    8   for (i = 0; i < 3; i++) s += i; for (i = 0; i < 4; i++) s -= i;
    9   if (s > 100) s++; else s--;
   10   s += twice (1); s += twice (2); s = s > 5 ? twice (s) : twice (-s);
   11   while (s > 10) { s /= 2; for (i = 0; i < 3; i++) if (i == 1) s -= twice (i); else s--; }
   12   if (argc > 5)
   13     __builtin_abort ();
   14   return 0;
   15 }  */
static const char c_program[] =
  "F main 0 0 3 1 15 1 38 47\n"
  " 0 1 0, 0 1 0, 0 1 3 0 3 0 5 0 6, 0 10 1 0 6, 0 11 1 0 6, 0 1 1 0 7, 0 10 1 0 7,\n"
  " 0 50 1 0 7, 0 60 1 0 7, 0 10 1 0 7, 0 11 1 0 7, 0 1 1 0 8, 0 3 1 0 8, 0 4 1 0 8,\n"
  " 0 1 1 0 8, 0 4 1 0 8, 0 5 1 0 8, 0 1 1 0 9, 0 1 1 0 9, 0 0 1 0 9, 0 1 1 0 10,\n"
  " 0 1 1 0 10, 0 1 1 0 10, 0 1 1 0 10, 0 0 1 0 10, 0 1 2 0 10 0 11, 0 6 1 0 11,\n"
  " 0 18 1 0 11, 0 6 1 0 11, 0 6 1 0 11, 0 12 1 0 11, 0 18 1 0 11, 0 24 1 0 11,\n"
  " 0 7 1 0 11, 0 1 1 0 12, 0 0 1 0 13, 0 1 1 0 14, 0 1 0,\n"
  " 0 2 0 1, 2 4 0 1, 3 4 0 10, 4 3 0 10, 4 5 0 1, 5 10 0 1, 6 8 0 10, 7 8 0 50,\n"
  " 8 7 0 50, 8 9 0 10, 9 10 0 10, 10 6 0 10, 10 11 0 1, 11 13 0 1, 12 13 0 3,\n"
  " 13 12 0 3, 13 14 0 1, 14 16 0 1, 15 16 0 4, 16 15 0 4, 16 17 0 1, 17 18 0 1,\n"
  " 17 19 0 0, 18 20 0 1, 19 20 0 0, 20 21 0 1, 21 22 0 1, 22 23 0 1, 22 24 0 0,\n"
  " 23 25 0 1, 24 25 0 0, 25 33 0 1, 26 32 0 6, 27 28 0 6, 27 30 0 12, 28 29 0 6,\n"
  " 29 31 0 6, 30 31 0 12, 31 32 0 18, 32 27 0 18, 32 33 0 6, 33 26 0 6, 33 34 0 1,\n"
  " 34 35 0 0, 34 36 0 1, 36 37 0 1, 37 1 0 1,\n"
  "F twice 0 0 1 12 1 42 4 3\n"
  " 0 9 0, 0 9 0, 0 9 1 0 1, 0 9 1 0 1,\n"
  " 0 2 0 9, 2 3 0 9, 3 1 0 9,\n";

static const char c_expected[]
  = "1:9 3:1 5:1 6:11 7:61 8:8 9:1* 10:1* 11:25 12:1 13:##### 14:1";

static const char c_functions[] = "twice:9,2,2 main:1,36,33";

/*  1 template <class T> T half (T x)
    2 {
    3   if (x > 5)
    4     return x / 2;
    5   return x;
    6 }
    7 static int thrower (int i) { if (i % 3 == 0) throw i; return i; }
    8 static int caught (int n) { int s = 0; for (int i = 0; i < n; i++) try { s += thrower (i); }
      catch (...) { s--; } return s; }                                    (all on line 8)
    9 int main ()
   10 {
   11   auto f = [] (int x) { return x > 1 ? 2 : 1; }; auto g = [] (int x) { return x; };
   12   int s = f (1) + f (2) + g (7) + caught (11);
   13   try
   14     {
   15       thrower (6);
   16     }
   17   catch (int)
   18     {
   19       s++;
   20     }
   21   catch (char)
   22     {
   23       s--;
   24     }
   25   return half (3) + half (9) + half (2.5) > s;
   26 }  */
static const char cxx_program[] =
  "F _Z4halfIdET_S0_ 0 0 1 22 6 1 6 6\n"
  " 0 1 0, 0 1 0, 0 1 2 0 1 0 3, 0 0 1 0 4, 0 1 1 0 5, 0 1 0,\n"
  " 0 2 0 1, 2 3 0 0, 2 4 0 1, 3 5 0 0, 4 5 0 1, 5 1 0 1,\n"
  "F _Z4halfIiET_S0_ 0 0 1 22 6 1 6 6\n"
  " 0 2 0, 0 2 0, 0 2 2 0 1 0 3, 0 1 1 0 4, 0 1 1 0 5, 0 2 0,\n"
  " 0 2 0 2, 2 3 0 1, 2 4 0 1, 3 5 0 1, 4 5 0 1, 5 1 0 2,\n"
  "F main 0 0 9 5 26 1 19 21\n"
  " 0 1 0, 0 1 0, 0 1 2 0 9 0 12, 0 1 1 0 12, 0 1 1 0 12, 0 1 1 0 12, 0 1 2 0 12 0 15,\n"
  " 0 1 1 0 25, 0 1 1 0 25, 0 1 1 0 25, 0 1 1 0 25, 0 1 0, 3 1 1 0 17, 0 0 0,\n"
  " 0 1 1 0 17, 0 1 3 0 17 0 19 0 20, 0 0 1 0 21, 0 0 3 0 21 0 23 0 24, 3 0 0,\n"
  " 0 2 0 1, 2 3 0 1, 3 4 0 1, 4 5 0 1, 5 18 2 0, 5 6 0 1, 6 12 2 0, 6 7 0 0, 7 8 0 1,\n"
  " 8 9 0 1, 9 10 0 1, 10 11 0 1, 11 1 0 1, 12 14 0 1, 12 16 0 0, 12 13 0 0, 13 18 0 0,\n"
  " 14 15 0 1, 15 7 0 1, 16 17 0 0, 17 7 0 0,\n"
  "F _ZZ4mainENKUliE0_clEi 0 0 11 59 11 82 4 3\n"
  " 0 1 0, 0 1 0, 0 1 1 0 11, 0 1 1 0 11,\n"
  " 0 2 0 1, 2 3 0 1, 3 1 0 1,\n"
  "F _ZZ4mainENKUliE_clEi 0 0 11 12 11 47 7 7\n"
  " 0 2 0, 0 2 0, 0 2 1 0 11, 0 1 1 0 11, 0 1 1 0 11, 0 2 1 0 11, 0 2 1 0 11,\n"
  " 0 2 0 2, 2 3 0 1, 2 4 0 1, 3 5 0 1, 4 5 0 1, 5 6 0 2, 6 1 0 2,\n"
  "F _ZL6caughti 0 0 8 12 8 125 12 13\n"
  " 0 1 0, 0 1 0, 0 1 1 0 8, 0 11 1 0 8, 0 7 1 0 8, 0 11 1 0 8, 0 12 1 0 8, 0 1 1 0 8,\n"
  " 0 1 1 0 8, 3 4 1 0 8, 0 4 1 0 8, 0 4 1 0 8,\n"
  " 0 2 0 1, 2 6 0 1, 3 9 2 0, 3 4 0 7, 4 5 0 7, 5 6 0 11, 6 3 0 11, 6 7 0 1, 7 8 0 1,\n"
  " 8 1 0 1, 9 10 0 4, 10 11 0 4, 11 5 0 4,\n"
  "F _ZL7throweri 0 0 7 12 7 65 7 6\n"
  " 0 12 0, 0 12 0, 0 12 1 0 7, 0 5 1 0 7, 0 5 1 0 7, 0 7 1 0 7, 0 7 1 0 7,\n"
  " 0 2 0 12, 2 3 0 5, 2 5 0 7, 3 4 0 5, 5 6 0 7, 6 1 0 7,\n";

static const char cxx_expected[]
  = "1:3 3:3 4:1* 5:2 7:12 8:12 9:1 11:3 12:1 15:1 17:1 19:1 20:1 21:===== 23:===== 24:===== 25:1";

static const char cxx_functions[]
  = "_Z4halfIdET_S0_:1,4,3 _Z4halfIiET_S0_:2,4,4 _ZL7throweri:12,5,5 _ZL6caughti:1,10,10"
    " main:1,17,14 _ZZ4mainENKUliE_clEi:2,5,5 _ZZ4mainENKUliE0_clEi:1,2,2";

/* Number, count, unexecuted block, function.  */
static const char cxx_json[]
  = "1,1,0,_Z4halfIdET_S0_ 3,1,0,_Z4halfIdET_S0_ 4,0,1,_Z4halfIdET_S0_ 5,1,0,_Z4halfIdET_S0_"
    " 1,2,0,_Z4halfIiET_S0_ 3,2,0,_Z4halfIiET_S0_ 4,1,0,_Z4halfIiET_S0_ 5,1,0,_Z4halfIiET_S0_"
    " 7,12,0,_ZL7throweri 8,12,0,_ZL6caughti 9,1,0,main 11,2,0,_ZZ4mainENKUliE_clEi"
    " 11,1,0,_ZZ4mainENKUliE0_clEi 12,1,0,main 15,1,0,main 17,1,0,main 19,1,0,main 20,1,0,main"
    " 21,0,0,main 23,0,0,main 24,0,0,main 25,1,0,main";

/* ---- Programs.  */

enum { MAX_FUNCTIONS = 8 };

struct program
{
  struct wpp_unit unit;
  char *files[4];
  uint32_t n;
  struct wpp_function functions[MAX_FUNCTIONS];
  struct wpp_counted_function counted[MAX_FUNCTIONS];
  uint64_t *counts[2 * MAX_FUNCTIONS];
};

static uint64_t
number (const char **text)
{
  char *end;
  while (**text == ',' || **text == '\n')
    ++*text;
  uint64_t n = strtoull (*text, &end, 10);
  *text = end;
  return n;
}

static void
parse_nodes (struct wpp_cfg *cfg, uint64_t *counts, const char **text)
{
  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    {
      struct wpp_node *node = &cfg->nodes[v];
      node->flags = number (text);
      counts[v] = number (text);
      node->n_lines = number (text);
      node->first_line = cfg->n_lines;
      cfg->n_lines += node->n_lines;
      cfg->lines = realloc (cfg->lines, (cfg->n_lines + 1) * sizeof *cfg->lines);
      for (uint32_t k = 0; k < node->n_lines; k++)
        {
          cfg->lines[node->first_line + k].file = number (text);
          cfg->lines[node->first_line + k].line = number (text);
        }
    }
}

static void
parse_function (struct program *p, const char **text)
{
  struct wpp_function *f = &p->functions[p->n];
  uint32_t *fields[] = { &f->file,     &f->start_line, &f->start_column,
                         &f->end_line, &f->end_column, &f->cfg.n_nodes,
                         &f->cfg.n_edges };
  size_t length = strcspn (*text + 2, " ");
  f->name = strndup (*text + 2, length);
  *text += 2 + length;
  f->flags = number (text) ? WPP_FN_ARTIFICIAL : 0;
  for (int i = 0; i < 7; i++)
    *fields[i] = number (text);
  f->cfg.nodes = calloc (f->cfg.n_nodes + 1, sizeof *f->cfg.nodes);
  f->cfg.edges = calloc (f->cfg.n_edges + 1, sizeof *f->cfg.edges);
  uint64_t *nodes = p->counts[2 * p->n] = calloc (f->cfg.n_nodes + 1, sizeof *nodes);
  uint64_t *edges = p->counts[2 * p->n + 1] = calloc (f->cfg.n_edges + 1, sizeof *edges);
  parse_nodes (&f->cfg, nodes, text);
  for (uint32_t e = 0; e < f->cfg.n_edges; e++)
    {
      f->cfg.edges[e].src = number (text);
      f->cfg.edges[e].dst = number (text);
      f->cfg.edges[e].flags = number (text);
      if ((f->cfg.edges[e].flags & WPP_EDGE_GAP)
          && (f->cfg.nodes[f->cfg.edges[e].dst].flags & WPP_NODE_NONLOCAL)
          && !(f->cfg.nodes[f->cfg.edges[e].src].flags & WPP_NODE_TWICE))
        f->cfg.edges[e].flags |= WPP_EDGE_EH;
      edges[e] = number (text);
    }
  p->counted[p->n++] = (struct wpp_counted_function){ &p->unit, f, nodes, edges };
}

static void
parse (struct program *p, const char *text, const char *file)
{
  *p = (struct program){ .files = { strdup (file), strdup ("other.h") } };
  p->unit.directory = (char *)"/home/user";
  p->unit.n_files = 2;
  p->unit.files = p->files;
  p->unit.functions = p->functions;
  while ((text = strchr (text, 'F')))
    parse_function (p, &text);
  p->unit.n_functions = p->n;
}

static void
release (struct program *p)
{
  for (uint32_t i = 0; i < p->n; i++)
    {
      free (p->functions[i].name);
      wpp_cfg_release (&p->functions[i].cfg);
      free (p->counts[2 * i]);
      free (p->counts[2 * i + 1]);
    }
  free (p->files[0]);
  free (p->files[1]);
}

/* ---- Results as text.  */

static const char *
lines_text (const struct wpp_source *s)
{
  static char text[4096];
  char *at = text;
  *at = 0;
  for (uint32_t i = 0; i < s->n_lines; i++)
    {
      const struct wpp_line_count *l = &s->lines[i];
      at += sprintf (at, i ? " %u:" : "%u:", l->line);
      if (l->count == 0)
        at += sprintf (at, l->unexceptional ? "#####" : "=====");
      else
        at += sprintf (at, "%llu%s", (unsigned long long)l->count, l->unexecuted_block ? "*" : "");
    }
  return text;
}

static const char *
json_text (const struct wpp_source *s)
{
  static char text[4096];
  char *at = text;
  *at = 0;
  for (uint32_t i = 0; i < s->n_json_lines; i++)
    {
      const struct wpp_line_count *l = &s->json_lines[i];
      at += sprintf (at, "%s%u,%llu,%d,%s", i ? " " : "", l->line, (unsigned long long)l->count,
                     l->unexecuted_block, l->function ? l->function->name : "-");
    }
  return text;
}

static const char *
functions_text (const struct wpp_source *s)
{
  static char text[4096];
  char *at = text;
  *at = 0;
  for (uint32_t i = 0; i < s->n_functions; i++)
    {
      const struct wpp_function_count *f = &s->functions[i];
      at += sprintf (at, "%s%s:%llu,%u,%u", i ? " " : "", f->function->name,
                     (unsigned long long)f->count, f->blocks, f->blocks_executed);
    }
  return text;
}

/* Does the program TEXT have LINES?  */
static bool
has_lines_p (const char *text, const char *lines)
{
  struct program p;
  int err;
  parse (&p, text, "x.c");
  struct wpp_sources *s = wpp_lines_count (p.counted, p.n, &err);
  bool ok = s && s->n >= 1 && strcmp (lines_text (&s->sources[0]), lines) == 0;
  if (s && !ok)
    printf ("got %s, not %s\n", lines_text (&s->sources[0]), lines);
  wpp_sources_free (s);
  release (&p);
  return ok;
}

/* ---- Tests.  */

static void
test_gcov (void)
{
  struct program c, cxx;
  int err;
  parse (&c, c_program, "s.c");
  parse (&cxx, cxx_program, "u.cc");
  struct wpp_sources *s = wpp_lines_count (c.counted, c.n, &err);
  CHECK (s && s->n == 1 && strcmp (s->sources[0].file, "s.c") == 0, "C: one source");
  CHECK (s && strcmp (lines_text (&s->sources[0]), c_expected) == 0,
         "C: loops, branches and calls on a line count as gcov counts them");
  CHECK (s && strcmp (functions_text (&s->sources[0]), c_functions) == 0, "C: functions");
  wpp_sources_free (s);
  s = wpp_lines_count (cxx.counted, cxx.n, &err);
  CHECK (s && strcmp (lines_text (&s->sources[0]), cxx_expected) == 0,
         "C++: templates are added up, exceptions found out");
  CHECK (s && strcmp (functions_text (&s->sources[0]), cxx_functions) == 0, "C++: functions");
  CHECK (s && strcmp (json_text (&s->sources[0]), cxx_json) == 0,
         "C++: JSON has the lines of a group's functions apart");
  wpp_sources_free (s);
  release (&c);
  release (&cxx);
}

/* Cut every node of F but ENTRY and EXIT in two where RNG says so; the second half CONTINUES the
   first.  The caller's counts are replaced.  */
static void
cut_nodes (struct program *p, uint32_t i, uint64_t *rng)
{
  struct wpp_cfg *cfg = &p->functions[i].cfg, now = { 0 };
  uint32_t first[64], last[64];
  uint64_t *counts = calloc (2 * cfg->n_nodes, sizeof *counts);
  uint64_t *edges = calloc (cfg->n_nodes + cfg->n_edges, sizeof *edges);
  now.nodes = calloc (2 * cfg->n_nodes, sizeof *now.nodes);
  now.edges = calloc (cfg->n_nodes + cfg->n_edges, sizeof *now.edges);
  for (uint32_t v = 0, e = 0; v < cfg->n_nodes; v++)
    {
      first[v] = last[v] = now.n_nodes++;
      now.nodes[first[v]] = cfg->nodes[v];
      counts[first[v]] = p->counts[2 * i][v];
      if (v > WPP_NODE_EXIT && unit_random (rng) % 2)
        {
          last[v] = now.n_nodes++;
          now.nodes[last[v]] = cfg->nodes[v];   /* with the same lines: each counts once */
          now.nodes[last[v]].flags = WPP_NODE_CONTINUES;
          counts[last[v]] = 77;   /* of no meaning */
          edges[now.n_edges] = 77;
          now.edges[now.n_edges++] = (struct wpp_edge){ first[v], last[v], 0 };
        }
      for (; e < cfg->n_edges && cfg->edges[e].src == v; e++)
        {
          edges[now.n_edges] = p->counts[2 * i + 1][e];
          now.edges[now.n_edges] = cfg->edges[e];
          now.edges[now.n_edges++].src = last[v];
        }
    }
  for (uint32_t e = 0; e < now.n_edges; e++)
    if (!(now.nodes[now.edges[e].dst].flags & WPP_NODE_CONTINUES) || edges[e] != 77)
      now.edges[e].dst = first[now.edges[e].dst];
  free (cfg->nodes);
  free (cfg->edges);
  free (p->counts[2 * i]);
  free (p->counts[2 * i + 1]);
  cfg->nodes = now.nodes;
  cfg->n_nodes = now.n_nodes;
  cfg->edges = now.edges;
  cfg->n_edges = now.n_edges;
  p->counted[i].node_counts = p->counts[2 * i] = counts;
  p->counted[i].edge_counts = p->counts[2 * i + 1] = edges;
}

static void
test_continues (void)
{
  uint64_t rng = 31;
  bool ok = true;
  for (int round = 0; round < 50 && ok; round++)
    {
      struct program p;
      int err;
      bool c = round % 2;
      parse (&p, c ? c_program : cxx_program, "x.c");
      for (uint32_t i = 0; i < p.n; i++)
        cut_nodes (&p, i, &rng);
      struct wpp_sources *s = wpp_lines_count (p.counted, p.n, &err);
      ok = s && strcmp (lines_text (&s->sources[0]), c ? c_expected : cxx_expected) == 0
           && strcmp (functions_text (&s->sources[0]), c ? c_functions : cxx_functions) == 0;
      wpp_sources_free (s);
      release (&p);
    }
  CHECK (ok, "nodes that continue others are the same block");
}

static void
test_small (void)
{
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 5 4\n 0 7 0, 0 7 0, 0 7 1 0 3, 0 7 1 0 3, 0 7 1 0 4,\n"
                      " 0 2 0 7, 2 3 0 7, 3 4 0 7, 4 1 0 7,\n",
                      "3:7 4:7"),
         "two blocks of a straight line count once");
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 4 4\n 0 1 0, 0 1 0, 0 5 1 0 3, 0 1 1 0 4,\n"
                      " 0 2 0 1, 2 2 0 4, 2 3 0 1, 3 1 0 1,\n",
                      "3:5 4:1"),
         "a block that loops to itself");
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 4 3\n 0 2 0, 0 2 0, 0 2 3 0 3 0 9 0 5, 0 2 1 0 6,\n"
                      " 0 2 0 2, 2 3 0 2, 3 1 0 2,\n",
                      "3:2 5:2 6:2 9:2"),
         "a block of several lines");
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 5 4\n 0 2 0, 0 2 0, 0 2 1 0 3, 3 5 1 0 3, 0 5 1 0 4,\n"
                      " 0 2 0 2, 2 3 2 0, 2 3 0 2, 3 4 0 5,\n",
                      "3:2 4:5"),
         "arrivals at a landing pad that its only thrower explains");
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 5 3\n 0 2 0, 0 2 0, 0 2 1 0 3, 1 5 1 0 3, 0 5 1 0 4,\n"
                      " 0 2 0 2, 2 3 2 0, 3 4 0 5,\n",
                      "3:7 4:5"),
         "arrivals of computed gotos come from outside the line");
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 5 4\n 0 2 0, 0 2 0, 16 2 1 0 3, 7 6 0, 0 6 1 0 4,\n"
                      " 0 2 0 2, 2 3 2 0, 3 4 0 6, 4 1 0 6,\n",
                      "3:2 4:6"),
         "a block that ends with setjmp counts first returns");
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 5 4\n 0 2 0, 0 2 0, 48 2 1 0 3, 7 6 0, 0 6 1 0 4,\n"
                      " 0 2 0 2, 2 3 2 0, 3 4 0 6, 4 1 0 6,\n",
                      "3:6 4:6"),
         "or every return, where gcov does");
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 3 2\n 0 2 0, 0 2 0, 0 18446744073709551615 1 0 9,\n"
                      " 0 2 0 2, 2 1 0 2,\n"
                      "F g 0 0 2 1 9 1 3 2\n 0 2 0, 0 2 0, 0 18446744073709551615 1 0 9,\n"
                      " 0 2 0 2, 2 1 0 2,\n",
                      "9:18446744073709551615"),
         "sums saturate");
}

/* Blocks that are on no line, and throwers of which one is on the line.  */
static void
test_ends (void)
{
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 4 3\n 0 4 0, 0 4 0, 0 4 1 0 3, 0 9 1 0 3,\n"
                      " 0 2 0 4, 2 3 0 3, 3 1 0 9,\n",
                      "3:4"),
         "a function's last block is on no line");
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 4 3\n 0 4 1 0 3, 0 4 0, 0 4 1 0 3, 0 9 1 0 5,\n"
                      " 0 2 0 4, 2 3 0 4, 3 1 0 4,\n",
                      "3:4 5:9"),
         "its entry is on no line");
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 6 7\n 0 9 0, 0 9 0, 0 9 1 0 3, 0 7 1 0 4, 3 5 1 0 3,"
                      " 0 9 1 0 5,\n"
                      " 0 2 0 9, 2 3 0 7, 2 4 2 0, 3 4 2 0, 3 5 0 4, 4 5 0 5, 5 1 0 9,\n",
                      "3:12 4:7 5:9"),
         "each thrower has thrown as often as it was left otherwise");
}

/* ---- gcov's rule in its plainest form.  */

enum { MAX_BLOCKS = 9 };

struct plain
{
  int n;
  int on[MAX_BLOCKS];
  long arcs[MAX_BLOCKS][MAX_BLOCKS], left[MAX_BLOCKS][MAX_BLOCKS];
  int path[MAX_BLOCKS + 1];   /* blocks */
  int blocked[MAX_BLOCKS];
  int waits[MAX_BLOCKS][MAX_BLOCKS];   /* [v][u]: u is unblocked with v */
  long sum;
};

static void
plain_unblock (struct plain *p, int v)
{
  if (!p->blocked[v])
    return;
  p->blocked[v] = 0;
  for (int u = 0; u < p->n; u++)
    if (p->waits[v][u])
      {
        p->waits[v][u] = 0;
        plain_unblock (p, u);
      }
}

static void
plain_take (struct plain *p, int length)
{
  long least = 1 << 30;
  for (int i = 0; i < length; i++)
    if (p->left[p->path[i]][p->path[i + 1]] < least)
      least = p->left[p->path[i]][p->path[i + 1]];
  for (int i = 0; i < length; i++)
    p->left[p->path[i]][p->path[i + 1]] -= least;
  p->sum += least;
}

static bool
plain_used_up (const struct plain *p, int length)
{
  for (int i = 0; i < length; i++)
    if (p->left[p->path[i]][p->path[i + 1]] <= 0)
      return true;
  return false;
}

static bool
plain_circuit (struct plain *p, int length, int start)
{
  int v = p->path[length];
  bool found = false;
  p->blocked[v] = 1;
  for (int w = start; w < p->n; w++)
    {
      if (!p->on[w] || p->left[v][w] <= 0)
        continue;
      p->path[length + 1] = w;
      if (w == start)
        {
          plain_take (p, length + 1);
          found = true;
        }
      else if (!plain_used_up (p, length + 1) && !p->blocked[w])
        found |= plain_circuit (p, length + 1, start);
    }
  if (found)
    plain_unblock (p, v);
  else
    for (int w = start; w < p->n; w++)
      if (p->on[w] && p->left[v][w] > 0)
        p->waits[w][v] = 1;
  return found;
}

static long
plain_count (struct plain *p)
{
  p->sum = 0;
  memcpy (p->left, p->arcs, sizeof p->left);
  for (int v = 0; v < p->n; v++)
    for (int w = 0; w < p->n; w++)
      if (!p->on[v] && p->on[w])
        p->sum += p->arcs[v][w];
  for (int v = 0; v < p->n; v++)
    if (p->on[v])
      {
        memset (p->blocked, 0, sizeof p->blocked);
        memset (p->waits, 0, sizeof p->waits);
        p->path[0] = v;
        plain_circuit (p, 0, v);
      }
  return p->sum;
}

/* A flow of random walks from block 0 by way of blocks 2 and up to block 1; blocks on line 3 as it
   falls, but for the last one; the others are on lines of their own.  */
static void
random_flow (struct plain *p, uint64_t *rng, uint64_t *counts)
{
  int next[MAX_BLOCKS][3];
  *p = (struct plain){ .n = 4 + unit_random (rng) % (MAX_BLOCKS - 3) };
  for (int v = 2; v < p->n; v++)
    {
      p->on[v] = v < p->n - 1 && unit_random (rng) % 4 > 0;
      for (int i = 0; i < 3; i++)
        next[v][i] = 1 + unit_random (rng) % (p->n - 1);
    }
  for (int walk = 0; walk < 5; walk++)
    {
      int v = 2;
      p->arcs[0][2]++;
      counts[0]++;
      for (int steps = 0; v != 1; steps++)
        {
          int w = steps < 60 ? next[v][unit_random (rng) % 3] : 1;
          counts[v]++;
          p->arcs[v][w]++;
          v = w;
        }
      counts[1]++;
    }
}

static void
test_random (void)
{
  uint64_t rng = 8;
  int loops = 0;
  bool ok = true;
  for (int round = 0; round < 20000 && ok; round++)
    {
      struct plain p;
      uint64_t counts[MAX_BLOCKS] = { 0 }, edge_counts[MAX_BLOCKS * MAX_BLOCKS];
      struct wpp_node nodes[MAX_BLOCKS] = { 0 };
      struct wpp_edge edges[MAX_BLOCKS * MAX_BLOCKS];
      struct wpp_line_ref lines[MAX_BLOCKS];
      char *file = (char *)"x.c";
      int err;
      random_flow (&p, &rng, counts);
      struct wpp_unit unit = { .directory = (char *)"/", .n_files = 1, .files = &file };
      struct wpp_function f = { .end_line = 99, .start_line = 1 };
      f.cfg = (struct wpp_cfg){ p.n, 0, p.n, nodes, edges, lines };
      for (int v = 0; v < p.n; v++)
        {
          nodes[v].first_line = v;
          nodes[v].n_lines = v > 1;
          lines[v] = (struct wpp_line_ref){ 0, p.on[v] ? 3 : 10 + v };
          for (int w = p.n; w-- > 0;)   /* not in order: gcov sorts them */
            if (p.arcs[v][w])
              {
                edge_counts[f.cfg.n_edges] = p.arcs[v][w];
                edges[f.cfg.n_edges++] = (struct wpp_edge){ v, w, 0 };
              }
        }
      struct wpp_counted_function counted = { &unit, &f, counts, edge_counts };
      struct wpp_sources *s = wpp_lines_count (&counted, 1, &err);
      const struct wpp_line_count *first = s ? &s->sources[0].lines[0] : NULL;
      long expected = plain_count (&p);
      ok = s && (first->line != 3 || (long)first->count == expected);
      loops += first && first->line == 3 && expected > 5;
      wpp_sources_free (s);
    }
  CHECK (ok && loops > 10000, "random flows count as gcov's rule has it (%d with loops)", loops);
}

/* A circuit's loops overlap: gcov takes the arcs in the order of their destinations.  */
static void
test_circuits (void)
{
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 7 9\n 0 1 0, 0 1 0, 0 10 1 0 3, 0 9 1 0 3,"
                      " 0 8 1 0 3, 0 4 1 0 3, 0 1 1 0 4,\n"
                      " 0 2 0 1, 2 3 0 9, 2 6 0 1, 3 4 0 8, 3 2 0 1, 4 2 0 4, 4 5 0 4, 5 2 0 4,"
                      " 6 1 0 1,\n",
                      "3:10 4:1"),
         "three circuits through one block");
  CHECK (has_lines_p ("F f 0 0 1 1 9 1 6 7\n 0 1 0, 0 1 0, 0 5 1 0 3, 0 14 1 0 3, 0 10 1 0 3,"
                      " 0 1 1 0 4,\n"
                      " 0 2 0 1, 2 3 0 4, 2 5 0 1, 3 4 0 10, 3 2 0 4, 4 3 0 10, 5 1 0 1,\n",
                      "3:15 4:1"),
         "a loop in a loop");
}

static void
test_sources (void)
{
  static const char text[] = "F f 0 0 1 1 2 1 4 3\n 0 2 0, 0 2 0, 0 2 3 0 2 1 7 0 2, 0 2 1 1 8,\n"
                             " 0 2 0 2, 2 3 0 2, 3 1 0 2,\n";
  struct program p[3];
  struct wpp_counted_function all[3];
  int err;
  for (int i = 0; i < 3; i++)
    {
      parse (&p[i], text, i == 1 ? "/home/user/./sub//../x.c" : ".//sub/../x.c");
      all[i] = p[i].counted[0];
    }
  p[2].unit.directory = (char *)"/elsewhere";
  struct wpp_sources *s = wpp_lines_count (all, 3, &err);
  CHECK (s && s->n == 4, "sources of different folders are not the same");
  CHECK (s && s->n == 4 && strcmp (s->sources[0].file, "x.c") == 0
           && strcmp (s->sources[1].file, "other.h") == 0
           && strcmp (s->sources[2].directory, "/elsewhere") == 0,
         "names are tidied, sources come in order of appearance");
  CHECK (s && s->n == 4 && s->sources[0].n_functions == 2 && s->sources[0].functions[0].group
           && strcmp (lines_text (&s->sources[1]), "7:4 8:4") == 0
           && strcmp (lines_text (&s->sources[0]), "2:4") == 0,
         "relative and absolute names of a file meet");
  wpp_sources_free (s);
  for (int i = 0; i < 3; i++)
    release (&p[i]);
}

static void
test_left_out (void)
{
  struct program p;
  int err;
  parse (&p, cxx_program, "u.cc");
  for (uint32_t i = 0; i < p.n; i++)
    if (strncmp (p.functions[i].name, "_Z4half", 7) == 0)
      p.functions[i].flags = WPP_FN_ARTIFICIAL;
    else
      p.counted[i].node_counts = p.counted[i].edge_counts = NULL;
  struct wpp_sources *s = wpp_lines_count (p.counted, p.n, &err);
  CHECK (s && s->sources[0].n_functions == 5 && s->sources[0].lines[0].line == 7,
         "artificial functions are left out");
  bool zero = s != NULL;
  for (uint32_t i = 0; zero && i < s->sources[0].n_lines; i++)
    zero = s->sources[0].lines[i].count == 0 && s->sources[0].lines[i].line >= 7;
  CHECK (zero, "functions without counts never ran");
  wpp_sources_free (s);
  s = wpp_lines_count (NULL, 0, &err);
  CHECK (s && s->n == 0, "no functions, no sources");
  wpp_sources_free (s);
  release (&p);
}

/* `function_name' follows functions that begin and end inside of others.  */
static void
test_names (void)
{
#define BODY(LINE) "4 3\n 0 1 0, 0 1 0, 0 1 1 0 " #LINE ", 0 1 0,\n 0 2 0 1, 2 3 0 1, 3 1 0 1,\n"
  struct program p;
  int err;
  parse (&p,
         "F outer 0 0 2 1 20 1 " BODY (19) "F inner 0 0 5 1 7 1 " BODY (7) "F last 0 0 20 1 30 1 "
         BODY (25) "F before 0 0 1 1 1 9 " BODY (1) "F at 0 0 40 1 40 9 " BODY (12)
         "F none 0 0 50 1 50 9 " BODY (45),
         "x.c");
  struct wpp_sources *s = wpp_lines_count (p.counted, p.n, &err);
  CHECK (s && strcmp (json_text (&s->sources[0]),
                      "1,1,0,before 7,1,0,inner 12,1,0,outer 19,1,0,outer 25,1,0,last 45,1,0,outer")
              == 0,
         "names of lines: functions are left where they end, one a line");
  wpp_sources_free (s);
  release (&p);
}

int
main (void)
{
  test_gcov ();
  test_continues ();
  test_small ();
  test_ends ();
  test_random ();
  test_circuits ();
  test_sources ();
  test_left_out ();
  test_names ();
  return unit_done ();
}
