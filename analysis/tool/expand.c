/* wpp expand: the path trace, one event a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Memory does not grow with the trace.  If a function is selected, the grammar is first projected to that
   function's events (project.h), so the work depends on the length of what is printed.  */

#define _GNU_SOURCE
#include <endian.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "recording/profile/events.h"
#include "activations/projection/project.h"
#include "base/saturate.h"
#include "tool/tool.h"

/* The most events that are printed without --limit: nobody wants more.  */
#define MOST_EVENTS (UINT64_C (1) << 40)

#define CACHE 4096
#define WORDS 16384

/* The line of an event that was printed before.  */
struct cached
{
  uint32_t event;  /* 0: none */
  char *text;
  size_t length;
};

struct expand
{
  struct wpp_options common;
  bool all_threads;
  uint32_t thread;
  const char *function;
  bool blocks, numbers, binary;
  uint64_t from, limit;   /* events that are still to be skipped, and to be printed */

  struct wpp_code *code;
  struct wpp_route route;
  uint32_t thread_now;
  bool thread_found;
  uint64_t printed;
  bool first;             /* no element of the JSON array yet */
  struct cached cache[CACHE];
  uint32_t words[WORDS];  /* of --binary */
  size_t n_words;
};

enum
{
  OPTION_BLOCKS = 0x200,
  OPTION_NUMBERS,
  OPTION_BINARY,
  OPTION_FROM,
  OPTION_LIMIT
};

static const struct argp_option options[] = {
  WPP_OPTION ("thread", 't', "THREAD", "Print the events of thread THREAD only (0, 1, ...)"),
  WPP_OPTION ("function", 'f', "FUNCTION", "Print the paths of FUNCTION only"),
  WPP_OPTION ("blocks", OPTION_BLOCKS, NULL, "Print each path's blocks and source lines as well"),
  WPP_OPTION ("numbers", OPTION_NUMBERS, NULL, "Print bare event words"),
  WPP_OPTION ("binary", OPTION_BINARY, NULL, "Write 32-bit little-endian event words"),
  WPP_OPTION ("from", OPTION_FROM, "N", "Skip the first N events"),
  WPP_OPTION ("limit", OPTION_LIMIT, "N", "Stop after N events"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct expand *x = state->input;
  switch (key)
    {
    case 't':
      x->all_threads = false;
      x->thread = wpp_options_number (state, "--thread", arg, 0, UINT32_MAX);
      return 0;
    case 'f':
      x->function = arg;
      return 0;
    case OPTION_BLOCKS:
      x->blocks = true;
      return 0;
    case OPTION_NUMBERS:
      x->numbers = true;
      return 0;
    case OPTION_BINARY:
      x->binary = true;
      return 0;
    case OPTION_FROM:
      x->from = wpp_options_number (state, "--from", arg, 0, UINT64_MAX - 1);
      return 0;
    case OPTION_LIMIT:
      x->limit = wpp_options_number (state, "--limit", arg, 0, UINT64_MAX - 1);
      return 0;
    case ARGP_KEY_END:
      if (x->binary && (x->common.json || x->numbers || x->blocks))
        wpp_options_wrong (state, "--binary goes with neither --json, --numbers nor --blocks");
      if (x->numbers && x->blocks)
        wpp_options_wrong (state, "--numbers and --blocks exclude each other");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* ---- One event's line.  */

/* Spell out the path EVENT, if it is to be: as many as the trace is long.  */
static bool
find_route (struct expand *x, uint32_t event)
{
  if (x->numbers)
    return false;
  x->code->passed = 0;
  return wpp_route_find (x->code, event, &x->route);
}

static struct json_object *
event_json (struct expand *x, uint32_t event)
{
  struct json_object *o = json_object_new_object ();
  char name[24];
  json_object_object_add (o, "thread", wpp_json_number (x->thread_now));
  bool known = find_route (x, event);
  if (!x->numbers && !wpp_event_path_p (event))
    json_object_object_add (o, "control", json_object_new_string (wpp_event_name (event, name)));
  else if (!known)
    json_object_object_add (o, "event", wpp_json_number (event));
  else if (x->blocks)
    wpp_route_json (&x->route, o);
  else
    {
      const struct wpp_function *f = x->route.function->function;
      json_object_object_add (o, "function", wpp_json_string (wpp_function_name (f)));
      json_object_object_add (o, "path", wpp_json_path_number (x->route.number));
    }
  return o;
}

static void
write_line (struct expand *x, FILE *out, uint32_t event)
{
  char name[24];
  bool known = find_route (x, event);
  if (x->numbers)
    fprintf (out, "%u", event);
  else if (!known)
    fprintf (out, "%u %s", x->thread_now, wpp_event_name (event, name));
  else
    fprintf (out, "%u %s %" PRIu64, x->thread_now,
             wpp_function_shown (x->route.function->function), x->route.number);
  if (x->blocks && known)
    {
      fputs ("  blocks ", out);
      wpp_route_print_blocks (out, &x->route);
      fputs ("  lines ", out);
      wpp_route_print_lines (out, &x->route);
    }
  putc ('\n', out);
}

/* Make the line of EVENT in its place in the cache.  */
static void
fill_cache (struct expand *x, struct cached *c, uint32_t event)
{
  free (c->text);
  FILE *out = open_memstream (&c->text, &c->length);
  if (!out)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  if (x->common.json)
    {
      struct json_object *o = event_json (x, event);
      fprintf (out, ",\n%s", json_object_to_json_string_ext (o, WPP_JSON_STYLE));
      json_object_put (o);
    }
  else
    write_line (x, out, event);
  if (fclose (out) != 0)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  c->event = event;
}

static void
clear_cache (struct expand *x)
{
  for (size_t i = 0; i < CACHE; i++)
    {
      free (x->cache[i].text);
      x->cache[i] = (struct cached){ 0 };
    }
}

/* ---- Events as they come.  */

static int
visit_text (void *data, uint32_t event, uint64_t count)
{
  struct expand *x = data;
  struct cached *c = &x->cache[event * 2654435769u >> 20];
  if (c->event != event)
    fill_cache (x, c, event);
  count = count < x->limit ? count : x->limit;
  x->limit -= count;
  x->printed += count;
  for (uint64_t i = 0; i < count; i++)
    {
      /* The comma is not for the first.  */
      size_t skip = x->common.json && x->first;
      x->first = false;
      if (fwrite_unlocked (c->text + skip, 1, c->length - skip, stdout) != c->length - skip)
        wpp_flush_output ();
    }
  return x->limit == 0;
}

static void
flush_words (struct expand *x)
{
  if (fwrite_unlocked (x->words, sizeof *x->words, x->n_words, stdout) != x->n_words)
    wpp_flush_output ();
  x->n_words = 0;
}

static int
visit_binary (void *data, uint32_t event, uint64_t count)
{
  struct expand *x = data;
  count = count < x->limit ? count : x->limit;
  x->limit -= count;
  x->printed += count;
  for (uint32_t word = htole32 (event); count; count--)
    {
      if (x->n_words == WORDS)
        flush_words (x);
      x->words[x->n_words++] = word;
    }
  return x->limit == 0;
}

/* ---- Files.  */

/* For the projection: keep the events of the selected function.  */
static uint32_t
letter (void *data, uint32_t event)
{
  struct expand *x = data;
  uint64_t number;
  const struct wpp_code_function *f = wpp_code_find (x->code, event, &number);
  return f && wpp_function_named_p (f->function, x->function) ? event : 0;
}

/* Replace T's segments by their projections.  */
static void
project_thread (struct expand *x, struct wpp_thread *t)
{
  size_t kept = 0;
  for (size_t s = 0; s < t->n_segments; s++)
    {
      int err = 0;
      struct wpp_projection *p = wpp_project (t->segments[s], letter, x, false, &err);
      if (!p)
        wpp_die (NULL, "%s", wpp_strerror (err));
      wpp_grammar_free (t->segments[s]);
      if (p->grammar)
        t->segments[kept++] = p->grammar;
      p->grammar = NULL;
      wpp_projection_free (p);
    }
  t->n_segments = kept;
}

/* ---- Timestamped profiles: their events come activation within activation.  */

static int
visit_traced (void *data, uint32_t event, uint64_t count)
{
  struct expand *x = data;
  if (x->function && !letter (x, event))
    return 0;
  uint64_t skip = x->from < count ? x->from : count;
  x->from -= skip;
  count -= skip;
  return !count ? 0 : x->binary ? visit_binary (x, event, count) : visit_text (x, event, count);
}

/* Expand the thread T of P, which is timestamped.  */
static void
expand_calls (struct expand *x, const struct wpp_profile *p, const struct wpp_thread *t)
{
  clear_cache (x);
  x->thread_now = t->index;
  int err = x->limit ? wpp_traces_expand (p->traces, &p->traces->threads[t - p->threads], visit_traced, x) : 0;
  if (err < 0)
    wpp_die_at (p->file, err, NULL);
}

/* ---- Others.  */

static void
expand_thread (struct expand *x, const struct wpp_thread *t)
{
  clear_cache (x);
  x->thread_now = t->index;
  for (size_t s = 0; s < t->n_segments && x->limit; s++)
    {
      uint64_t length = t->segments[s]->length[0];
      uint64_t skip = x->from < length ? x->from : length;
      x->from -= skip;
      if (skip < length
          && wpp_grammar_expand (t->segments[s], skip, x->binary ? visit_binary : visit_text, x) < 0)
        wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
    }
}

/* The events of P that are to be expanded; saturates.  */
static uint64_t
traced_events (const struct expand *x, const struct wpp_profile *p)
{
  uint64_t total = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    if (x->all_threads || p->threads[t].index == x->thread)
      total = wpp_saturating_add (total, p->threads[t].n_events);
  return total;
}

/* Refuse to go through more of P, which is timestamped, than anybody waits for.  What is skipped takes time as
   well.  */
static void
check_traced (const struct expand *x, const struct wpp_profile *p)
{
  uint64_t total = traced_events (x, p), most = wpp_profile_most_runs (p);
  char text[WPP_COUNT_TEXT];
  if (total > wpp_saturating_add (MOST_EVENTS, x->from) && x->limit > MOST_EVENTS)
    wpp_die (p->file, "%s events; give a --limit", wpp_count_text (total, text));
  if (p->traces_runs > most && (x->function || x->from > most))
    wpp_die (p->file, "%s events are too many to be searched in traces; use the profile that they were made from",
             wpp_count_text (total, text));
}

/* Refuse output that would fill every disk.  */
static void
check_length (const struct expand *x, const struct wpp_profile *p)
{
  mpz_t total, most;
  char text[WPP_BIG_TEXT];
  mpz_inits (total, most, NULL);
  for (size_t t = 0; t < p->n_threads; t++)
    if (x->all_threads || p->threads[t].index == x->thread)
      wpp_add_events (&p->threads[t], total);
  wpp_big_set (most, MOST_EVENTS);
  mpz_add_ui (most, most, x->from);
  if (mpz_cmp (total, most) > 0 && x->limit > MOST_EVENTS)
    wpp_die (p->file, "%s events; give a --limit", wpp_big_text (total, text));
  mpz_clears (total, most, NULL);
}

static void
expand_profile (struct expand *x, struct wpp_profile *p)
{
  for (size_t t = 0; x->function && !p->traces && t < p->n_threads; t++)
    project_thread (x, &p->threads[t]);
  if (p->traces)
    check_traced (x, p);
  else
    check_length (x, p);
  if (!isatty (STDOUT_FILENO))
    wpp_progress ("expanding", p->file);
  for (size_t t = 0; t < p->n_threads; t++)
    if (x->all_threads || p->threads[t].index == x->thread)
      {
        x->thread_found = true;
        if (p->traces)
          expand_calls (x, p, &p->threads[t]);
        else
          expand_thread (x, &p->threads[t]);
      }
  if (x->n_words)
    flush_words (x);
  wpp_progress_end ();
}

/* Say why nothing was found up to FILE, the last one.  */
static void
explain (const struct expand *x, const char *file)
{
  if (!x->all_threads && !x->thread_found)
    wpp_say (file, "no thread %u", x->thread);
  else if (x->function)
    wpp_function_absent (x->code, x->function);
  else
    wpp_say (file, "no such events");
}

/* Expand FILE, whose place among N files is I.  */
static void
expand_file (struct expand *x, const char *file, size_t i, size_t n)
{
  struct wpp_profile *p = wpp_file_read_as (file, WPP_CALLS_NOTHING);
  wpp_need_order (p);
  bool names = (!x->numbers && !x->binary) || x->function;
  x->code = names ? wpp_file_code (file, p, &x->common) : NULL;
  if (names)
    wpp_tell_missing (file, x->code);
  bool begin = true;
  x->first = true;
  if (x->common.json)
    {
      printf ("%s{\"file\":", i ? ",\n" : "{\"profiles\":[\n");
      wpp_json_element (wpp_json_string (file), &begin);
      fputs (",\"events\":[\n", stdout);
    }
  else if (n > 1 && !x->binary)
    printf ("# %s\n", file);
  expand_profile (x, p);
  if (x->common.json)
    fputs (i + 1 < n ? "\n]}" : "\n]}\n]", stdout);
  if (x->common.json && i + 1 == n)
    wpp_missing_end_json ();
  if (i + 1 == n && !x->printed)
    explain (x, file);
  wpp_code_free (x->code);
  wpp_profile_free (p);
}

int
wpp_command_expand (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print the path trace of profiles, an event a line: thread, function, path number.  A path "
    "number is that of Ball and Larus in the function; see `wpp paths'."
  };
  static struct expand x = { .all_threads = true, .limit = UINT64_MAX };
  wpp_options_parse (&line, argc, argv, &x.common, &x);
  struct wpp_files files = wpp_files_find (&x.common);
  setvbuf (stdout, NULL, _IOFBF, 1 << 18);
  for (size_t i = 0; i < files.n; i++)
    expand_file (&x, files.name[i], i, files.n);
  clear_cache (&x);
  wpp_route_release (&x.route);
  wpp_files_free (&files);
  return x.printed ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
