/* speedscope's own format.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   https://www.speedscope.app/file-format-schema.json.  Two profiles, of statements and of activations.  Each is
   evented: contexts open and close in the order of the calling context tree, at what was counted before them, so the
   file is linear in the contexts, however deep they are.  speedscope adds up what comes several times.  Its numbers are
   doubles: beyond 2^53 it rounds.  */

#include <stdlib.h>
#include "show/cells.h"
#include "show/export/export-impl.h"

struct frame                    /* without gaps, as a key */
{
  uint32_t name, file, line, filler;
};

struct speedscope
{
  struct wpp_shower shower;
  struct wpp_numbered texts, frames; /* frames by struct frame */
  struct wpp_inner contexts;
  bool any;                     /* event of the profile that is written */
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
  return wpp_inner_add (&s->contexts, r, number);
}

/* For wpp_inner_visit.  */
static void
put_event (void *data, bool opens, uint32_t frame, uint64_t at)
{
  struct speedscope *s = data;
  FILE *out = s->shower.out;
  fprintf (out, "%s{\"type\":\"%c\",\"frame\":%u,\"at\":", s->any ? "," : "", opens ? 'O' : 'C', frame);
  wpp_put_number (out, at);
  fputs ("}\n", out);
  s->any = true;
}

static void
put_profile (struct speedscope *s, size_t value, const char *name)
{
  FILE *out = s->shower.out;
  fprintf (out, "{\"type\":\"evented\",\"name\":\"%s\",\"unit\":\"none\",\"startValue\":0,\"events\":[\n", name);
  s->any = false;
  uint64_t end = wpp_inner_visit (&s->contexts, value, put_event, s);
  fputs ("],\"endValue\":", out);
  wpp_put_number (out, end);
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
  wpp_inner_release (&s->contexts);
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
