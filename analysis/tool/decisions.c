/* wpp decisions: what optimisations considered and why, of many files.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/file-names.h"
#include "base/names.h"
#include "tool/decisions.h"
#include "tool/json-read.h"

enum
{
  OPTION_KIND = 0x200,
  OPTION_CHOSEN,
  OPTION_TOP
};

/* A decision as it was read; strings belong to the document.  */
struct decision
{
  const char *file, *function, *kind, *action, *because;
  int64_t line, bytes, gain;    /* GAIN: below 0 when nobody knows */
  size_t order;
  bool chosen;
};

struct decisions
{
  struct wpp_options common;
  const char *function, *kind;
  bool chosen;
  uint64_t top;                 /* 0: all, in the order of the dumps */
  struct decision *list;
  struct json_object **documents;
  char **files;                 /* a name for each document, as it is printed */
  size_t n, n_documents;
};

static const struct argp_option options[] = {
  WPP_OPTION ("function", 'f', "NAME", "Only the function called NAME"),
  WPP_OPTION ("kind", OPTION_KIND, "NAME", "Only the kind of optimisation NAME"),
  WPP_OPTION ("chosen", OPTION_CHOSEN, NULL, "Only what was carried out"),
  WPP_OPTION ("top", OPTION_TOP, "N", "Only the N decisions that are expected to gain most, these first"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct decisions *d = state->input;
  switch (key)
    {
    case 'f':
      d->function = arg;
      return 0;
    case OPTION_KIND:
      d->kind = arg;
      return 0;
    case OPTION_CHOSEN:
      d->chosen = true;
      return 0;
    case OPTION_TOP:
      d->top = wpp_options_number (state, "--top", arg, 1, UINT64_MAX);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static int64_t
not_negative (const struct wpp_json_place *p, struct json_object *o, const char *key)
{
  int64_t n = wpp_json_get_integer (p, o, key);
  if (n < 0)
    wpp_json_wrong (p, key, "negative");
  return n;
}

/* The gain of O: a number of cycles, or null.  */
static int64_t
read_gain (const struct wpp_json_place *p, struct json_object *o)
{
  struct json_object *gain;
  if (json_object_object_get_ex (o, "gain", &gain) && !gain)
    return -1;
  return not_negative (p, o, "gain");
}

static void
read_decision (const struct wpp_json_place *p, struct json_object *o, struct decision *d)
{
  d->function = wpp_json_get_string (p, o, "function");
  d->kind = wpp_json_get_string (p, o, "kind");
  d->action = wpp_json_get_string (p, o, "action");
  d->because = wpp_json_get_string (p, o, "because");
  d->chosen = wpp_json_get_bool (p, o, "chosen");
  d->line = not_negative (p, o, "line");
  d->bytes = not_negative (p, o, "bytes");
  d->gain = read_gain (p, o);
}

static bool
wanted_p (const struct decisions *all, const struct decision *d)
{
  return (!all->function || wpp_names_p (d->function, all->function))
         && (!all->kind || strcmp (all->kind, d->kind) == 0) && (!all->chosen || d->chosen);
}

static void
print_text (const struct decision *d)
{
  printf ("%s:%" PRId64 "  %s  %s: %s%s", d->file, d->line, d->function, d->kind, d->action,
          d->chosen ? "" : ", not chosen");
  if (d->gain >= 0)
    printf (", gain %" PRId64 " cycles", d->gain);
  if (d->bytes)
    printf (", %" PRId64 " bytes", d->bytes);
  printf ("\n    %s\n", d->because);
}

static struct json_object *
json_decision (const struct decision *d)
{
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "file", wpp_json_string (d->file));
  json_object_object_add (o, "function", wpp_json_string (d->function));
  json_object_object_add (o, "line", json_object_new_int64 (d->line));
  json_object_object_add (o, "kind", wpp_json_string (d->kind));
  json_object_object_add (o, "action", wpp_json_string (d->action));
  json_object_object_add (o, "chosen", json_object_new_boolean (d->chosen));
  json_object_object_add (o, "gain", d->gain < 0 ? NULL : json_object_new_int64 (d->gain));
  json_object_object_add (o, "bytes", json_object_new_int64 (d->bytes));
  json_object_object_add (o, "because", wpp_json_string (d->because));
  return o;
}

/* For wpp_json_read.  */
static void
add_file (void *data, const char *file, struct json_object *document)
{
  struct decisions *all = data;
  struct wpp_json_place top = { file, "" };
  char *name = wpp_need (wpp_file_tidy ("", wpp_json_get_string (&top, document, "file"), false));
  struct json_object *list = wpp_json_get_array (&top, document, "decisions");
  size_t n = json_object_array_length (list);
  all->documents = wpp_grow (all->documents, all->n_documents + 1, sizeof *all->documents);
  all->files = wpp_grow (all->files, all->n_documents + 1, sizeof *all->files);
  all->documents[all->n_documents] = document;
  all->files[all->n_documents++] = name;
  all->list = wpp_grow (all->list, all->n + n, sizeof *all->list);
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_json_place p = wpp_json_element_place (&top, "decisions", i);
      struct decision *d = &all->list[all->n++];
      read_decision (&p, json_object_array_get_idx (list, i), d);
      d->file = name;
    }
}

/* Leave only what is wanted.  */
static void
select_wanted (struct decisions *all)
{
  size_t n = 0;
  for (size_t i = 0; i < all->n; i++)
    if (wanted_p (all, &all->list[i]))
      all->list[n++] = all->list[i];
  all->n = n;
}

/* For qsort: what gains more first, and what gains as much in the order of the dumps.  */
static int
compare_gain (const void *a, const void *b)
{
  const struct decision *x = a, *y = b;
  if (x->gain != y->gain)
    return x->gain > y->gain ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

static void
select_top (struct decisions *all)
{
  for (size_t i = 0; i < all->n; i++)
    all->list[i].order = i;
  if (all->n)
    qsort (all->list, all->n, sizeof *all->list, compare_gain);
  if (all->n > all->top)
    all->n = all->top;
}

static void
print (const struct decisions *all)
{
  bool first = true;
  if (all->common.json)
    printf ("{\"decisions\":[");
  for (const struct decision *d = all->list; d < all->list + all->n; d++)
    if (all->common.json)
      wpp_json_element (json_decision (d), &first);
    else
      print_text (d);
  if (all->common.json)
    puts ("\n]}");
}

static void
release (struct decisions *all)
{
  for (size_t i = 0; i < all->n_documents; i++)
    {
      json_object_put (all->documents[i]);
      free (all->files[i]);
    }
  free (all->documents);
  free (all->files);
  free (all->list);
}

int
wpp_command_decisions (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print what optimisations considered, whether it was carried out and why, from the dumps, text or JSON, that "
    "-fwpp-dump-decisions wrote.  Every FILE is a dump or a folder of dumps (*.decisions)."
  };
  static const struct wpp_json_kind kind = { "decision dump", ".decisions", "decisions", wpp_decisions_of_text };
  struct decisions all = { .n = 0 };
  wpp_options_parse (&line, argc, argv, &all.common, &all);
  for (size_t i = 0; i < all.common.n_args; i++)
    wpp_json_read (&kind, all.common.args[i], add_file, &all);
  select_wanted (&all);
  if (all.top)
    select_top (&all);
  print (&all);
  bool any = all.n > 0;
  release (&all);
  if (!any)
    wpp_say (all.common.args[0], "no such decisions");
  return any ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
