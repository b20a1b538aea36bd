/* pprof's profiles, which `go tool pprof', speedscope and others read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The format: https://github.com/google/pprof/blob/main/proto/README.md and profile.proto, whose numbers of fields are
   below.  A sample is a stack of lines, the innermost first, with its values: activations, which are counted at the
   line where a function begins, and statements, at the line that has them.  Samples go out as they come.

   Values are 64-bit and signed, and readers add them up.  So the sum of what is written stays below 2^63: beyond that,
   values are cut.  */

#include <stdlib.h>
#include "show/export/frames.h"

enum
{
  PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION, PROFILE_STRING,
  PROFILE_TIME = 9, PROFILE_DURATION, PROFILE_PERIOD_TYPE, PROFILE_PERIOD, PROFILE_COMMENT, PROFILE_DEFAULT_TYPE,
  TYPE_TYPE = 1, TYPE_UNIT,
  SAMPLE_LOCATION = 1, SAMPLE_VALUE,
  MAPPING_ID = 1, MAPPING_FILE = 5, MAPPING_HAS_FUNCTIONS = 7, MAPPING_HAS_FILES, MAPPING_HAS_LINES
};

static const struct wpp_frame_fields fields
  = { PROFILE_STRING, PROFILE_FUNCTION, PROFILE_LOCATION, 1, 2, 3, 4, 5, 1, 2, 4, 1, 2 };

#define N_VALUES 2              /* activations, statements */
#define ENOUGH (1u << 16)       /* bytes that are compressed at once */

struct pprof
{
  struct wpp_shower shower;
  struct wpp_gzip *gzip;
  struct wpp_shown_frames frames;
  uint64_t left[N_VALUES];      /* that may still be written */
};

/* For wpp_frames_visit.  */
static void
put_sample (void *data, const struct wpp_shown_frame *c, uint32_t place, const uint64_t values[N_VALUES])
{
  struct pprof *p = data;
  struct wpp_shown_frames *f = &p->frames;
  wpp_frames_put (f, c, place, SAMPLE_LOCATION, &f->part);
  for (size_t i = 0; i < N_VALUES; i++)
    {
      uint64_t put = values[i] < p->left[i] ? values[i] : p->left[i];
      p->left[i] -= put;
      wpp_put_leb (&f->within, put);
    }
  wpp_wire_message (&f->part, SAMPLE_VALUE, &f->within);
  wpp_wire_message (&f->out, PROFILE_SAMPLE, &f->part);
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct pprof *p = (struct pprof *)sink;
  int err = wpp_frames_visit (&p->frames, data, put_sample, p);
  if (!err && p->frames.out.size >= ENOUGH)
    err = wpp_gzip_write (p->gzip, &p->frames.out, false);
  return err;
}

static void
put_type (struct wpp_shown_frames *f, uint32_t field, const char *type, const char *unit)
{
  uint32_t t = wpp_frames_string (f, type), u = wpp_frames_string (f, unit);
  wpp_wire_number (&f->part, TYPE_TYPE, t);
  wpp_wire_number (&f->part, TYPE_UNIT, u);
  wpp_wire_message (&f->out, field, &f->part);
}

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *data)
{
  struct wpp_shown_frames *f = &((struct pprof *)sink)->frames;
  const struct wpp_stacks_head *head = data;
  wpp_frames_string (f, "");
  put_type (f, PROFILE_SAMPLE_TYPE, "activations", "count");
  put_type (f, PROFILE_SAMPLE_TYPE, "statements", "count");
  uint32_t program = wpp_frames_string (f, head->program ? head->program : head->file);
  wpp_wire_number (&f->part, MAPPING_ID, 1);
  wpp_wire_number (&f->part, MAPPING_FILE, program);
  wpp_wire_number (&f->part, MAPPING_HAS_FUNCTIONS, 1);
  wpp_wire_number (&f->part, MAPPING_HAS_FILES, 1);
  wpp_wire_number (&f->part, MAPPING_HAS_LINES, 1);
  wpp_wire_message (&f->out, PROFILE_MAPPING, &f->part);
  wpp_wire_number (&f->out, PROFILE_TIME, head->began);
  wpp_wire_number (&f->out, PROFILE_DURATION, head->duration);
  put_type (f, PROFILE_PERIOD_TYPE, "statements", "count");
  wpp_wire_number (&f->out, PROFILE_PERIOD, 1);
  uint32_t type = wpp_frames_string (f, "statements");
  wpp_wire_number (&f->out, PROFILE_DEFAULT_TYPE, type);
  return f->err;
}

static int
end (struct wpp_row_sink *sink)
{
  struct pprof *p = (struct pprof *)sink;
  return p->frames.err ? p->frames.err : wpp_gzip_write (p->gzip, &p->frames.out, true);
}

static void
release (struct wpp_shower *s)
{
  wpp_gzip_free (((struct pprof *)s)->gzip);
  wpp_frames_release (&((struct pprof *)s)->frames);
}

struct wpp_row_sink *
wpp_pprof_sink (FILE *out, unsigned version)
{
  struct pprof *p = calloc (1, sizeof *p);
  if (!p || !(p->gzip = wpp_gzip_new (out)))
    {
      free (p);
      return NULL;
    }
  p->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = out, .release = release };
  p->frames.fields = &fields;
  for (size_t i = 0; i < N_VALUES; i++)
    p->left[i] = INT64_MAX;
  return &p->shower.sink;
}
