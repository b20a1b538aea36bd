/* What the files of answers miss.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/missing.h"
#include "base/array.h"
#include "base/saturate.h"

struct since_row
{
  uint64_t thread, event;
};

struct wpp_lossy_file
{
  char *file;
  struct wpp_missing missing;
  struct since_row since;
};

struct wpp_switched_file
{
  char *file;
  uint64_t switches;
};

struct wpp_windowed_file
{
  char *file, *options;
  uint64_t events;              /* at least */
};

/* ---- As rows.  */

struct missing_row
{
  const char *file, *unit;
  struct wpp_any_cell lost;     /* nothing: nobody knows */
  uint64_t kept;
  double share;
  uint64_t threads;
  const struct since_row *since;
};

struct switches_row
{
  const char *file;
  uint64_t switches;
};

struct outside_row
{
  const char *file;
  uint64_t events;
  const char *options;          /* WPP_OPTIONS */
};

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF since_row
static const struct wpp_row_column since_columns[] = { COLUMN (thread, NUMBER), COLUMN (event, COUNT) };
static const struct wpp_schema since_schema = WPP_SCHEMA ("since", struct OF, since_columns);
#undef OF

#define OF missing_row
static const struct wpp_row_column missing_columns[]
  = { COLUMN (file, TEXT), COLUMN (unit, TEXT), COLUMN (lost, ANY), COLUMN (kept, COUNT), COLUMN (share, REAL),
      COLUMN (threads, NUMBER), COLUMN (since, ROW_AT, .of = &since_schema) };
static const struct wpp_schema missing_schema = WPP_SCHEMA ("missing", struct OF, missing_columns);
#undef OF

#define OF switches_row
static const struct wpp_row_column switches_columns[] = { COLUMN (file, TEXT), COLUMN (switches, COUNT) };
static const struct wpp_schema switches_schema = WPP_SCHEMA ("stack_switches", struct OF, switches_columns);
#undef OF

#define OF outside_row
static const struct wpp_row_column outside_columns[]
  = { COLUMN (file, TEXT), COLUMN (events, COUNT), COLUMN (options, TEXT) };
static const struct wpp_schema outside_schema = WPP_SCHEMA ("outside", struct OF, outside_columns);
#undef OF

#define OF wpp_missing_about_row
static const struct wpp_row_column about_columns[]
  = { COLUMN (missing, LIST, .of = &missing_schema, .optional = true),
      COLUMN (stack_switches, LIST, .of = &switches_schema, .optional = true),
      COLUMN (outside, LIST, .of = &outside_schema, .optional = true) };
const struct wpp_schema wpp_missing_about_schema = WPP_SCHEMA ("about", struct OF, about_columns);
#undef OF

static int
get_missing (void *data, size_t i, void *row)
{
  const struct wpp_lossy_file *f = &((const struct wpp_missing_files *)data)->lossy[i];
  const struct wpp_missing *m = &f->missing;
  double share = wpp_missing_share (m);
  *(struct missing_row *)row = (struct missing_row){
    .file = f->file,
    .unit = m->counts ? "executions" : "events",
    .lost = m->unknown ? (struct wpp_any_cell){ WPP_CELL_TEXT, { .text = NULL } }
                       : (struct wpp_any_cell){ WPP_CELL_COUNT, { .number = m->lost } },
    .kept = m->kept,
    .share = share < 0 ? NAN : share,
    .threads = m->n_threads,
    .since = m->since_known ? &f->since : NULL
  };
  return 0;
}

static int
get_switches (void *data, size_t i, void *row)
{
  const struct wpp_switched_file *f = &((const struct wpp_missing_files *)data)->switched[i];
  *(struct switches_row *)row = (struct switches_row){ f->file, f->switches };
  return 0;
}

static int
get_outside (void *data, size_t i, void *row)
{
  const struct wpp_windowed_file *f = &((const struct wpp_missing_files *)data)->windowed[i];
  *(struct outside_row *)row = (struct outside_row){ f->file, f->events, f->options };
  return 0;
}

void
wpp_missing_files_about (struct wpp_missing_files *m, struct wpp_missing_about_row *row)
{
  *row = (struct wpp_missing_about_row){ { 0 }, { 0 }, { 0 } };
  if (m->n_lossy)
    row->missing = (struct wpp_row_list){ m->n_lossy, m, get_missing };
  if (m->n_switched)
    row->stack_switches = (struct wpp_row_list){ m->n_switched, m, get_switches };
  if (m->n_windowed)
    row->outside = (struct wpp_row_list){ m->n_windowed, m, get_outside };
}

/* ---- Files.  */

static void
say (const struct wpp_listener *listener, const char *file, const char *what)
{
  if (listener->say)
    listener->say (listener->data, file, what);
}

/* Add how often P's threads switched stacks in a way that is not known, if answers depend on it.  */
static int
add_switches (struct wpp_missing_files *m, const struct wpp_profile *p, const struct wpp_listener *listener)
{
  uint64_t n = 0;
  char text[256];
  for (size_t i = 0; i < p->n_threads; i++)
    {
      const struct wpp_thread *t = &p->threads[i];
      /* Who asks for values has threads in the order of time.  */
      n = wpp_saturating_add (n, wpp_saturating_add (t->switched, t->n_stacks ? 0 : t->left));
    }
  bool known = !n || !m->calls;
  for (size_t i = 0; i < m->n_switched; i++)
    known |= strcmp (m->switched[i].file, p->file) == 0;
  if (known)
    return 0;
  char *file = strdup (p->file);
  if (!file || WPP_EXTEND (m->switched, m->n_switched))
    {
      free (file);
      return WPP_E_NOMEM;
    }
  m->switched[m->n_switched++] = (struct wpp_switched_file){ file, n };
  snprintf (text, sizeof text,
            "stacks were switched %s%" PRIu64 " times in a way that is not known: who called whom, and "
            "what is counted by activation, is not exact", wpp_saturated_p (n) ? ">=" : "", n);
  say (listener, p->file, text);
  return 0;
}

/* Add how much of P is outside of the windows that were recorded.  */
static int
add_outside (struct wpp_missing_files *m, const struct wpp_profile *p, const struct wpp_listener *listener)
{
  char text[256];
  bool known = !p->outside;
  for (size_t i = 0; i < m->n_windowed && !known; i++)
    known = strcmp (m->windowed[i].file, p->file) == 0;
  if (known)
    return 0;
  struct wpp_windowed_file f = { strdup (p->file), strdup (p->options ? p->options : ""), p->outside };
  if (!f.file || !f.options || WPP_EXTEND (m->windowed, m->n_windowed))
    {
      free (f.file);
      free (f.options);
      return WPP_E_NOMEM;
    }
  m->windowed[m->n_windowed++] = f;
  snprintf (text, sizeof text, "at least %" PRIu64 " events are outside of the windows that were recorded%s%.100s%s: "
            "nothing is told of them", p->outside, *f.options ? " (" : "", f.options, *f.options ? ")" : "");
  say (listener, p->file, text);
  return 0;
}

/* Does P miss events that M does not know of?  */
static bool
new_p (const struct wpp_missing_files *m, const struct wpp_profile *p)
{
  bool any = false;
  for (size_t i = 0; i < p->n_threads; i++)
    any |= p->threads[i].lost > 0;
  for (size_t i = 0; i < m->n_lossy && any; i++)
    any = strcmp (m->lossy[i].file, p->file) != 0;
  return any;
}

int
wpp_missing_files_add (struct wpp_missing_files *m, const struct wpp_profile *p, const struct wpp_listener *listener,
                       struct wpp_place *place)
{
  struct wpp_missing missing;
  char text[WPP_MISSING_TEXT];
  int err = add_switches (m, p, listener);
  if (!err)
    err = add_outside (m, p, listener);
  if (err || !new_p (m, p))
    return err;
  err = wpp_profile_missing (p, &missing, place);
  char *file = err ? NULL : strdup (p->file);
  if (!file || WPP_EXTEND (m->lossy, m->n_lossy))
    {
      free (file);
      return err ? err : WPP_E_NOMEM;
    }
  m->lossy[m->n_lossy++] = (struct wpp_lossy_file){ file, missing, { missing.thread, missing.since } };
  say (listener, p->file, wpp_missing_text (&missing, text, sizeof text));
  return 0;
}
