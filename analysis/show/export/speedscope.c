/* speedscope's own format.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   https://www.speedscope.app/file-format-schema.json.  Two profiles, of statements and of activations.  Each is
   evented: contexts open and close in the order of the calling context tree, at what was counted before them, so the
   file is linear in the contexts, however deep they are.  speedscope adds up what comes several times.  Its numbers are
   doubles: beyond 2^53 it rounds.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/saturate.h"
#include "show/cells.h"
#include "show/export/export-impl.h"

struct event
{
  uint32_t level, frame;
  uint64_t value[2];            /* statements, activations */
};

struct frame                    /* without gaps, as a key */
{
  uint32_t name, file, line, filler;
};

struct speedscope
{
  struct wpp_shower shower;
  struct wpp_numbered texts, frames; /* frames by struct frame */
  struct event *events;         /* [n] contexts in order */
  size_t n, room;
  uint32_t *open;               /* [open_room] frames of the open contexts */
  size_t open_room;
};

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *data)
{
  FILE *out = ((struct speedscope *)sink)->shower.out;
  const struct wpp_stacks_head *head = data;
  fputs ("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"wpp " WPP_VERSION "\","
         "\"name\":", out);
  return wpp_put_json_text (out, head->program ? head->program : head->file);
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct speedscope *s = (struct speedscope *)sink;
  const struct wpp_stack_row *r = data;
  struct frame frame = { .line = r->start_line };
  uint32_t number;
  int found = wpp_number_text (&s->texts, wpp_stack_name (r), &frame.name);
  if (found >= 0)
    found = wpp_number_text (&s->texts, r->path ? r->path : "", &frame.file);
  if (found >= 0)
    found = wpp_number_bytes (&s->frames, &frame, sizeof frame, &number);
  if (found < 0)
    return found;
  if (WPP_RESERVE (s->events, s->room, s->n, 1) || WPP_RESERVE (s->open, s->open_room, 0, r->level + 1))
    return WPP_E_NOMEM;
  s->events[s->n++] = (struct event){ r->level, number, { r->statements, r->count } };
  return 0;
}

/* Write that FRAME opens (TYPE `O') or closes at AT.  */
static void
put_event (FILE *out, char type, uint32_t frame, uint64_t at, bool *any)
{
  fprintf (out, "%s{\"type\":\"%c\",\"frame\":%u,\"at\":", *any ? "," : "", type, frame);
  wpp_put_number (out, at);
  fputs ("}\n", out);
  *any = true;
}

static void
put_profile (struct speedscope *s, size_t value, const char *name)
{
  FILE *out = s->shower.out;
  uint32_t level = 0;
  uint64_t at = 0;
  bool any = false;
  fprintf (out, "{\"type\":\"evented\",\"name\":\"%s\",\"unit\":\"none\",\"startValue\":0,\"events\":[\n", name);
  for (size_t i = 0; i < s->n; i++)
    {
      for (; level >= s->events[i].level; level--)
        put_event (out, 'C', s->open[level], at, &any);
      s->open[level = s->events[i].level] = s->events[i].frame;
      put_event (out, 'O', s->events[i].frame, at, &any);
      at = wpp_saturating_add (at, s->events[i].value[value]);
    }
  for (; level; level--)
    put_event (out, 'C', s->open[level], at, &any);
  fputs ("],\"endValue\":", out);
  wpp_put_number (out, at);
  putc ('}', out);
}

static int
put_frames (struct speedscope *s)
{
  FILE *out = s->shower.out;
  int err = 0;
  fputs (",\"shared\":{\"frames\":[\n", out);
  for (size_t i = 0; i < s->frames.n && !err; i++)
    {
      const struct frame *f = (const struct frame *)s->frames.items[i].bytes;
      fputs (i ? ",{\"name\":" : "{\"name\":", out);
      err = wpp_put_json_text (out, s->texts.items[f->name].bytes);
      if (!err && *s->texts.items[f->file].bytes)
        {
          fputs (",\"file\":", out);
          err = wpp_put_json_text (out, s->texts.items[f->file].bytes);
        }
      if (f->line)
        fprintf (out, ",\"line\":%u", f->line);
      fputs ("}\n", out);
    }
  fputs ("]}}\n", out);
  return err;
}

static int
end (struct wpp_row_sink *sink)
{
  struct speedscope *s = (struct speedscope *)sink;
  fputs (",\"activeProfileIndex\":0,\"profiles\":[", s->shower.out);
  put_profile (s, 0, "statements");
  putc (',', s->shower.out);
  put_profile (s, 1, "activations");
  putc (']', s->shower.out);
  return put_frames (s);
}

static void
release (struct wpp_shower *shower)
{
  struct speedscope *s = (struct speedscope *)shower;
  wpp_numbered_release (&s->texts);
  wpp_numbered_release (&s->frames);
  free (s->events);
  free (s->open);
}

struct wpp_row_sink *
wpp_speedscope_sink (FILE *out, unsigned version)
{
  struct speedscope *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = out, .release = release };
  return &s->shower.sink;
}
