/* wpp path: how a thread got to a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "program/statements/write.h"
#include "facts/queries/arrival.h"
#include "tool/at.h"

/* Calls that are printed as text: the outermost and the innermost ones.  */
#define OUTERMOST 8u
#define INNERMOST 24u

enum
{
  OPTION_AT = 0x200,
  OPTION_EXECUTION
};

struct path_options
{
  struct wpp_options common;
  struct wpp_at at;
  uint64_t execution;          /* 0: the last one */
  uint32_t thread;
};

static const struct argp_option options[] = {
  WPP_OPTION ("at", OPTION_AT, "FILE:LINE", "The line; FILE is any ending of its name that is unique"),
  WPP_OPTION ("execution", OPTION_EXECUTION, "K|last", "The K-th time that a block with a statement of the line was entered (default: last)"),
  WPP_OPTION ("thread", 't', "THREAD", "In thread THREAD (default 0)"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct path_options *o = state->input;
  switch (key)
    {
    case OPTION_AT:
      wpp_at_parse (&o->at, state, arg);
      return 0;
    case OPTION_EXECUTION:
      o->execution = strcmp (arg, "last") ? wpp_options_number (state, "--execution", arg, 1, UINT64_MAX - 1) : 0;
      return 0;
    case 't':
      o->thread = wpp_options_number (state, "--thread", arg, 0, UINT32_MAX);
      return 0;
    case ARGP_KEY_END:
      if (!o->at.text)
        wpp_options_wrong (state, "no line given: --at=FILE:LINE");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* ---- What is told.  */

struct telling
{
  const struct path_options *o;
  struct wpp_code *code;
  const struct wpp_at_found *found;   /* the functions of the line */
  struct wpp_at_found all;     /* all functions with statements */
  struct wpp_arrival arrival;
};

/* The function number FUNCTION of the code with its statements; its body is null when the notes have none.  */
static struct wpp_at_function
function_of (const struct telling *t, uint32_t function)
{
  struct wpp_code_function *f = &t->code->functions[function];
  for (size_t i = 0; i < t->all.n; i++)
    if (t->all.functions[i].function == f)
      return t->all.functions[i];
  return (struct wpp_at_function){ f, NULL };
}

/* A place in the source: line 0 is none.  */
struct spot
{
  const char *file;
  uint32_t line;
};

/* The line that is asked about.  */
static struct spot
line_of (const struct telling *t)
{
  return (struct spot){ t->found->file, t->o->at.line };
}

/* The first (LAST: last) line that NODE of F has, by its statements or else by its graph.  */
static struct spot
spot_of (const struct wpp_at_function *f, uint32_t node, bool last)
{
  const struct wpp_cfg *cfg = &f->function->function->cfg;
  const struct wpp_node *n = &cfg->nodes[node];
  uint32_t first = f->body ? f->body->first_statement[node] : 0, end = f->body ? f->body->first_statement[node + (size_t)1] : 0;
  for (uint32_t i = 0; i < end - first; i++)
    {
      const struct wpp_statement *s = &f->body->statements[last ? end - 1 - i : first + i];
      if (s->line && !wpp_codeless_p (s))
        return (struct spot){ wpp_at_file (f, s->file), s->line };
    }
  if (!n->n_lines)
    return (struct spot){ NULL, 0 };
  const struct wpp_line_ref *line = &cfg->lines[n->first_line + (last ? n->n_lines - 1 : 0)];
  return (struct spot){ f->function->unit->names[line->file].file, line->line };
}

/* Decode the path EVENT.  */
static struct wpp_code_path
decode (const struct telling *t, uint32_t event, struct wpp_path *path)
{
  struct wpp_code_path p = { 0 };
  int found = wpp_code_decode (t->code, event, &p, path);
  if (found < 0)
    wpp_die (NULL, "%s", wpp_strerror (found));
  return p;
}

/* Where the call, or what else ended EVENT, is.  */
static struct spot
end_of (const struct telling *t, const struct wpp_at_function *f, uint32_t event)
{
  struct wpp_path path = { 0 };
  struct wpp_code_path p = decode (t, event, &path);
  uint32_t node = wpp_code_path_node (&p, &path, path.n_nodes);
  struct spot s = { NULL, 0 };
  if (node != WPP_NODE_EXIT)
    s = spot_of (f, node, false);
  for (uint32_t i = path.n_nodes; i-- > 0 && !s.line;)
    s = spot_of (f, path.nodes[i], true);
  wpp_path_release (&path);
  return s;
}

/* Add the lines of NODE to ROUTE; return whether the line that is asked about is one of them.  */
static bool
add_lines (const struct telling *t, struct wpp_route *route, uint32_t node)
{
  const struct wpp_cfg *cfg = &route->function->function->cfg;
  const struct wpp_node *n = &cfg->nodes[node];
  bool there = false;
  if (route->line_room - route->n_lines < n->n_lines)
    {
      route->line_room = 2 * route->line_room + n->n_lines;
      route->lines = wpp_grow (route->lines, route->line_room, sizeof *route->lines);
    }
  for (uint32_t k = 0; k < n->n_lines; k++)
    {
      const struct wpp_line_ref *line = &cfg->lines[n->first_line + k];
      there |= line->line == t->o->at.line && !strcmp (wpp_at_unit_file (route->function->unit, line->file), t->found->file);
      route->lines[route->n_lines++] = *line;
    }
  return there;
}

/* Let ROUTE, that of the path that leads to the line, end where it arrives: the line may be in a later part of the
   block that is entered.  */
static void
end_route (const struct telling *t, struct wpp_route *route)
{
  const struct wpp_cfg *cfg = &route->function->function->cfg;
  const struct wpp_path *path = &route->path;
  const struct wpp_arrival *a = &t->arrival;
  bool counted = path->nodes[0] == WPP_NODE_ENTRY || cfg->nodes[path->nodes[0]].flags & WPP_NODE_LANDING;
  uint32_t node = a->node;
  route->n_lines = 0;
  for (uint32_t i = counted ? 0 : 1; i < a->at; i++)
    add_lines (t, route, path->nodes[i]);
  while (!add_lines (t, route, node) && node + 1 < cfg->n_nodes && cfg->nodes[node + 1].flags & WPP_NODE_CONTINUES)
    node++;
  route->n_lines = wpp_lines_once (route->lines, route->n_lines);
}

/* Run I of the arrival's as it is printed: how often, and ROUTE; the last one is told apart, as the execution ends in
   it: I is N_RUNS then.  0: nothing is to be printed.  */
static uint64_t
run_of (const struct telling *t, uint32_t i, struct wpp_route *route)
{
  const struct wpp_arrival *a = &t->arrival;
  bool ends = i == a->n_runs;
  const struct wpp_arrival_run *run = &a->runs[ends ? i - 1 : i];
  uint64_t count = ends ? 1 : run->count - (i + 1 == a->n_runs);
  if (!count || !wpp_route_find (t->code, run->event, route))
    return 0;
  if (ends)
    end_route (t, route);
  return count;
}

/* Where two paths parted: the node, its last statement (null: not known), and where both went.  */
struct parting
{
  struct wpp_at_function f;
  struct spot at, here, elsewhere;
  const struct wpp_statement *condition;
};

/* The first line from index I of PATH on.  */
static struct spot
spot_from (const struct wpp_at_function *f, const struct wpp_code_path *p, const struct wpp_path *path, uint32_t i)
{
  struct spot s = { NULL, 0 };
  for (; i <= path->n_nodes && !s.line; i++)
    {
      uint32_t node = wpp_code_path_node (p, path, i);
      if (node != WPP_NODE_EXIT)
        s = spot_of (f, node, false);
    }
  return s;
}

/* The statement of F that decides where NODE leads, or null.  */
static const struct wpp_statement *
condition_of (const struct wpp_at_function *f, uint32_t node)
{
  if (!f->body)
    return NULL;
  for (uint32_t i = f->body->first_statement[node + (size_t)1]; i-- > f->body->first_statement[node];)
    {
      const struct wpp_statement *s = &f->body->statements[i];
      if (s->kind == WPP_STATEMENT_CONDITION || s->kind == WPP_STATEMENT_SWITCH || s->kind == WPP_STATEMENT_GOTO)
        return s;
    }
  return NULL;
}

/* Where the paths here and elsewhere parted.  */
static struct parting
find_parting (const struct telling *t)
{
  const struct wpp_arrival *a = &t->arrival;
  struct wpp_path here = { 0 }, other = { 0 };
  struct wpp_code_path p = decode (t, a->here, &here), q = decode (t, a->elsewhere, &other);
  struct parting parting = { .f = function_of (t, p.index) };
  uint32_t node = here.nodes[a->here_at];
  parting.condition = condition_of (&parting.f, node);
  parting.at = spot_of (&parting.f, node, true);
  parting.here = spot_from (&parting.f, &p, &here, a->here_at + 1);
  parting.elsewhere = spot_from (&parting.f, &q, &other, a->elsewhere_at + 1);
  wpp_path_release (&here);
  wpp_path_release (&other);
  return parting;
}

/* ---- Text.  */

static void
print_spot (struct spot s)
{
  if (s.line)
    printf ("%s:%" PRIu32, s.file, s.line);
  else
    fputs ("a place without lines", stdout);
}

static void
print_calls (const struct telling *t)
{
  const struct wpp_arrival *a = &t->arrival;
  for (size_t i = 0; i < a->n_calls; i++)
    {
      if (i == OUTERMOST && a->n_calls > OUTERMOST + INNERMOST)
        {
          i = a->n_calls - INNERMOST;
          printf ("  … %zu calls\n", i - OUTERMOST);
        }
      const struct wpp_open_call *c = &a->calls[i];
      struct wpp_at_function f = function_of (t, c->function);
      printf ("  %s%s", wpp_function_shown (f.function->function), c->known ? "" : ", entered before the recording");
      if (i + 1 == a->n_calls)
        {
          fputs ("  at ", stdout);
          print_spot (line_of (t));
        }
      else if (c->event)
        {
          fputs ("  calls at ", stdout);
          print_spot (end_of (t, &f, c->event));
        }
      putchar ('\n');
    }
}

static void
print_runs (const struct telling *t)
{
  const struct wpp_arrival *a = &t->arrival;
  struct wpp_route route = { 0 };
  printf ("%s\n", a->cut ? "path in it, the end:" : "path in it:");
  for (uint32_t i = 0; i <= a->n_runs; i++)
    {
      char text[WPP_COUNT_TEXT];
      uint64_t count = run_of (t, i, &route);
      if (!count)
        continue;
      fputs ("  ", stdout);
      wpp_route_print_lines (stdout, &route);
      if (count > 1)
        printf (", %s times", wpp_count_text (count, text));
      putchar ('\n');
    }
  wpp_route_release (&route);
}

static void
print_parting (const struct telling *t)
{
  if (!t->arrival.elsewhere)
    {
      puts ("before that it never went elsewhere");
      return;
    }
  struct parting p = find_parting (t);
  fputs ("the last time it went elsewhere: after ", stdout);
  print_spot (p.at);
  if (p.condition)
    {
      char *text = wpp_at_source (p.f.body, p.condition);
      printf (" `%s'", text);
      free (text);
    }
  fputs (" to ", stdout);
  print_spot (p.elsewhere);
  fputs (", now to ", stdout);
  print_spot (p.here);
  putchar ('\n');
}

static void
print (const struct telling *t)
{
  const struct wpp_arrival *a = &t->arrival;
  printf ("%s:%" PRIu32 ", execution %" PRIu64 " of %" PRIu64 "\ncalls:\n", t->found->file, t->o->at.line, a->execution, a->executions);
  print_calls (t);
  print_runs (t);
  print_parting (t);
}

/* ---- JSON.  */

static struct json_object *
spot_json (struct spot s)
{
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "file", s.line ? wpp_json_string (s.file) : NULL);
  json_object_object_add (o, "line", wpp_json_number (s.line));
  return o;
}

static struct json_object *
calls_json (const struct telling *t)
{
  const struct wpp_arrival *a = &t->arrival;
  struct json_object *array = json_object_new_array ();
  for (size_t i = 0; i < a->n_calls; i++)
    {
      const struct wpp_open_call *c = &a->calls[i];
      struct wpp_at_function f = function_of (t, c->function);
      bool last = i + 1 == a->n_calls;
      struct json_object *o = spot_json (last ? line_of (t) : c->event ? end_of (t, &f, c->event) : (struct spot){ NULL, 0 });
      json_object_object_add (o, "function", wpp_json_string (wpp_function_name (f.function->function)));
      json_object_object_add (o, "known", json_object_new_boolean (c->known));
      json_object_array_add (array, o);
    }
  return array;
}

static struct json_object *
runs_json (const struct telling *t)
{
  const struct wpp_arrival *a = &t->arrival;
  struct json_object *array = json_object_new_array ();
  struct wpp_route route = { 0 };
  for (uint32_t i = 0; i <= a->n_runs; i++)
    {
      uint64_t count = run_of (t, i, &route);
      if (!count)
        continue;
      struct json_object *o = json_object_new_object ();
      wpp_route_json (&route, o);
      json_object_object_add (o, "repeat", wpp_json_count (count));
      json_object_array_add (array, o);
    }
  wpp_route_release (&route);
  return array;
}

static struct json_object *
parting_json (const struct telling *t)
{
  if (!t->arrival.elsewhere)
    return NULL;
  struct parting p = find_parting (t);
  struct json_object *o = spot_json (p.at);
  if (p.condition)
    {
      char *text = wpp_at_source (p.f.body, p.condition);
      json_object_object_add (o, "condition", wpp_json_string (text));
      free (text);
    }
  json_object_object_add (o, "here", spot_json (p.here));
  json_object_object_add (o, "elsewhere", spot_json (p.elsewhere));
  return o;
}

static void
print_json (const struct telling *t)
{
  const struct wpp_arrival *a = &t->arrival;
  struct json_object *o = json_object_new_object (), *criterion = spot_json (line_of (t));
  json_object_object_add (criterion, "execution", wpp_json_number (a->execution));
  json_object_object_add (criterion, "executions", wpp_json_count (a->executions));
  json_object_object_add (o, "criterion", criterion);
  json_object_object_add (o, "calls", calls_json (t));
  json_object_object_add (o, "path", runs_json (t));
  json_object_object_add (o, "whole", json_object_new_boolean (!a->cut));
  json_object_object_add (o, "differs", parting_json (t));
  wpp_json_print (o);
}

/* ---- The command.  */

/* Which nodes begin blocks of the line: [functions of CODE] [nodes].  */
static bool **
mark (const struct wpp_at_found *found, const struct wpp_code *code, uint32_t line)
{
  bool **marked = wpp_new (code->n_functions + (size_t)1, sizeof *marked);
  for (size_t i = 0; i < found->n; i++)
    {
      const struct wpp_at_function *f = &found->functions[i];
      uint32_t n, *nodes = wpp_at_entries (f, found->file, line, &n);
      bool *of = marked[f->function - code->functions] = wpp_new (f->function->function->cfg.n_nodes, sizeof *of);
      for (uint32_t k = 0; k < n; k++)
        of[nodes[k]] = true;
      free (nodes);
    }
  return marked;
}

/* Say why there is no such execution.  */
static void __attribute__ ((noreturn))
explain (const struct telling *t)
{
  if (!t->arrival.executions)
    wpp_die (t->o->at.text, "the line was never executed in thread %" PRIu32, t->o->thread);
  wpp_die (t->o->at.text, "the line was executed %" PRIu64 " times in thread %" PRIu32, t->arrival.executions, t->o->thread);
}

static void
tell (const struct path_options *o, const struct wpp_profile *p, struct wpp_code *code)
{
  struct wpp_at_found found;
  struct telling t = { .o = o, .code = code, .found = &found };
  const struct wpp_thread *thread = wpp_at_thread (p, o->thread);
  wpp_at_find (&found, code, p->file, &o->at);
  wpp_at_find (&t.all, code, p->file, &(struct wpp_at){ 0 });
  bool **marked = mark (&found, code, o->at.line);
  wpp_progress ("following", p->file);
  int err = wpp_arrival_find (&t.arrival, code, (const bool *const *)marked, thread->segments, thread->n_segments, o->execution, wpp_profile_most_runs (p));
  wpp_progress_end ();
  if (err == WPP_E_RANGE)
    explain (&t);
  if (err)
    wpp_die_at (p->file, err, NULL);
  (o->common.json ? print_json : print) (&t);
  for (size_t i = 0; i < code->n_functions; i++)
    free (marked[i]);
  free (marked);
  wpp_arrival_release (&t.arrival);
  wpp_at_release (&t.all);
  wpp_at_release (&found);
}

int
wpp_command_path (int argc, char **argv)
{
  static const struct wpp_command_line line = { options, parse, "Print how a thread got to a line: the calls, the path before it, and what was different "
                                                                "when it last went elsewhere." };
  struct path_options o = { 0 };
  wpp_options_parse (&line, argc, argv, &o.common, &o);
  struct wpp_profile *p = wpp_combined_read (&o.common, NULL);
  wpp_need_order (p);
  struct wpp_code *code = wpp_combined_code (p, &o.common);
  tell (&o, p, code);
  wpp_code_free (code);
  wpp_profile_free (p);
  free (o.at.file);
  return WPP_EXIT_DONE;
}
