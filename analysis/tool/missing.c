/* What the profiles that are read miss: said once a file, and in all JSON.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "tool/tool.h"

/* What one file misses.  */
struct lossy
{
  char *file;
  struct wpp_missing missing;
};

static struct lossy *lossy;   /* [n_lossy] */
static size_t n_lossy;

static bool
known_p (const char *file)
{
  for (size_t i = 0; i < n_lossy; i++)
    if (strcmp (lossy[i].file, file) == 0)
      return true;
  return false;
}

/* A file is read several times by some commands; one that misses nothing costs nothing here.  */
void
wpp_missing_tell (const struct wpp_profile *p)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_missing m;
  char text[WPP_MISSING_TEXT];
  bool any = false;
  for (size_t i = 0; i < p->n_threads; i++)
    any |= p->threads[i].lost > 0;
  if (!any || known_p (p->file))
    return;
  int err = wpp_profile_missing (p, &m, &place);
  if (err)
    wpp_die_at (p->file, err, &place);
  lossy = wpp_grow (lossy, n_lossy + 1, sizeof *lossy);
  lossy[n_lossy++] = (struct lossy){ wpp_need (strdup (p->file)), m };
  wpp_say (p->file, "%s", wpp_missing_text (&m, text, sizeof text));
}

static struct json_object *
one_json (const struct lossy *l)
{
  const struct wpp_missing *m = &l->missing;
  struct json_object *o = json_object_new_object (), *since = NULL;
  double share = wpp_missing_share (m);
  if (m->since_known)
    {
      since = json_object_new_object ();
      json_object_object_add (since, "thread", wpp_json_number (m->thread));
      json_object_object_add (since, "event", wpp_json_count (m->since));
    }
  json_object_object_add (o, "file", wpp_json_string (l->file));
  json_object_object_add (o, "unit", json_object_new_string (m->counts ? "executions" : "events"));
  json_object_object_add (o, "lost", m->unknown ? NULL : wpp_json_count (m->lost));
  json_object_object_add (o, "kept", wpp_json_count (m->kept));
  json_object_object_add (o, "share", share < 0 ? NULL : json_object_new_double (share));
  json_object_object_add (o, "threads", wpp_json_number (m->n_threads));
  json_object_object_add (o, "since", since);
  return o;
}

/* An array of what each file misses, or null when none misses anything.  */
static struct json_object *
all_json (void)
{
  struct json_object *a = n_lossy ? json_object_new_array () : NULL;
  for (size_t i = 0; i < n_lossy; i++)
    json_object_array_add (a, one_json (&lossy[i]));
  return a;
}

void
wpp_missing_add_json (struct json_object *object)
{
  if (n_lossy)
    json_object_object_add (object, "missing", all_json ());
}

/* Print the member between BEFORE and AFTER, if there is any.  */
static void
print_member (const char *before, const char *after)
{
  struct json_object *a = all_json ();
  if (a)
    printf ("%s\"missing\":%s%s", before, json_object_to_json_string_ext (a, WPP_JSON_STYLE), after);
  json_object_put (a);
}

void
wpp_missing_begin_json (void)
{
  putchar ('{');
  print_member ("", ",");
}

void
wpp_missing_end_json (void)
{
  print_member (",", "");
  puts ("}");
}
