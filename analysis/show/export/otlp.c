/* OpenTelemetry's profiles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Version 1.10 of the protocol, opentelemetry/proto/profiles/v1development/profiles.proto, whose numbers of fields are
   below.  It is of alpha quality: other versions have other numbers.  There are two profiles, of statements and of
   activations, and a dictionary for both.  The first entry of each of its tables is an empty one, as it must be.  A
   sample is a stack of lines, the innermost first, as in pprof.c.  All of it is kept, since messages begin with their
   lengths.  */

#include <stdlib.h>
#include "show/export/frames.h"

enum
{
  DATA_RESOURCE = 1, DATA_DICTIONARY,
  RESOURCE_SCOPE = 2,
  SCOPE_SCOPE = 1, SCOPE_PROFILE,
  INSTRUMENTATION_NAME = 1, INSTRUMENTATION_VERSION,
  PROFILE_TYPE = 1, PROFILE_SAMPLE, PROFILE_TIME, PROFILE_DURATION, PROFILE_PERIOD_TYPE, PROFILE_PERIOD,
  TYPE_TYPE = 1, TYPE_UNIT,
  SAMPLE_STACK = 1, SAMPLE_VALUE = 4,
  DICTIONARY_MAPPING = 1, DICTIONARY_LOCATION, DICTIONARY_FUNCTION, DICTIONARY_LINK, DICTIONARY_STRING,
  DICTIONARY_ATTRIBUTE, DICTIONARY_STACK,
  MAPPING_FILE = 4,
  STACK_LOCATION = 1
};

static const struct wpp_frame_fields fields
  = { DICTIONARY_STRING, DICTIONARY_FUNCTION, DICTIONARY_LOCATION, 0, 1, 2, 3, 4, 0, 1, 3, 1, 2 };

#define N_VALUES 2              /* activations, statements */

struct otlp
{
  struct wpp_shower shower;
  struct wpp_shown_frames frames;     /* its `out' is the dictionary */
  struct wpp_buffer profiles[N_VALUES], part, values;
  uint64_t n_stacks;
  uint64_t left[N_VALUES];      /* that may still be written: sums stay below 2^63 */
};

/* For wpp_frames_visit.  */
static void
put_sample (void *data, const struct wpp_shown_frame *c, uint32_t place, const uint64_t values[N_VALUES])
{
  struct otlp *o = data;
  wpp_frames_put (&o->frames, c, place, STACK_LOCATION, &o->part);
  wpp_wire_message (&o->frames.out, DICTIONARY_STACK, &o->part);
  o->n_stacks++;
  for (size_t i = 0; i < N_VALUES; i++)
    {
      uint64_t put = values[i] < o->left[i] ? values[i] : o->left[i];
      o->left[i] -= put;
      if (!put)
        continue;
      wpp_wire_number (&o->part, SAMPLE_STACK, o->n_stacks);
      wpp_put_leb (&o->values, put);
      wpp_wire_message (&o->part, SAMPLE_VALUE, &o->values);
      wpp_wire_message (&o->profiles[i], PROFILE_SAMPLE, &o->part);
    }
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct otlp *o = (struct otlp *)sink;
  return wpp_frames_visit (&o->frames, data, put_sample, o);
}

/* Put the type TYPE, in counts, into FIELD of profile number I.  */
static void
put_type (struct otlp *o, size_t i, uint32_t field, const char *type)
{
  uint32_t t = wpp_frames_string (&o->frames, type), u = wpp_frames_string (&o->frames, "count");
  wpp_wire_number (&o->part, TYPE_TYPE, t);
  wpp_wire_number (&o->part, TYPE_UNIT, u);
  wpp_wire_message (&o->profiles[i], field, &o->part);
}

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *data)
{
  static const char *const types[N_VALUES] = { "activations", "statements" };
  struct otlp *o = (struct otlp *)sink;
  const struct wpp_stacks_head *head = data;
  for (uint32_t table = DICTIONARY_MAPPING; table <= DICTIONARY_STACK; table++)
    if (table != DICTIONARY_STRING)
      wpp_wire_message (&o->frames.out, table, &o->part);
  wpp_frames_string (&o->frames, "");
  uint32_t program = wpp_frames_string (&o->frames, head->program ? head->program : head->file);
  wpp_wire_number (&o->part, MAPPING_FILE, program);
  wpp_wire_message (&o->frames.out, DICTIONARY_MAPPING, &o->part);
  for (size_t i = 0; i < N_VALUES; i++)
    {
      put_type (o, i, PROFILE_TYPE, types[i]);
      wpp_wire_fixed64 (&o->profiles[i], PROFILE_TIME, head->began);
      wpp_wire_number (&o->profiles[i], PROFILE_DURATION, head->duration);
      put_type (o, i, PROFILE_PERIOD_TYPE, types[i]);
      wpp_wire_number (&o->profiles[i], PROFILE_PERIOD, 1);
    }
  return o->frames.err;
}

static int
end (struct wpp_row_sink *sink)
{
  struct otlp *o = (struct otlp *)sink;
  struct wpp_buffer scope = { 0 }, data = { 0 };
  wpp_wire_text (&o->part, INSTRUMENTATION_NAME, "wpp");
  wpp_wire_text (&o->part, INSTRUMENTATION_VERSION, WPP_VERSION);
  wpp_wire_message (&scope, SCOPE_SCOPE, &o->part);
  /* What is shown by default comes first.  */
  for (size_t i = N_VALUES; i--;)
    wpp_wire_message (&scope, SCOPE_PROFILE, &o->profiles[i]);
  wpp_wire_message (&o->part, RESOURCE_SCOPE, &scope);
  wpp_wire_message (&data, DATA_RESOURCE, &o->part);
  wpp_wire_message (&data, DATA_DICTIONARY, &o->frames.out);
  fwrite (data.data, 1, data.size, o->shower.out);
  int err = o->frames.err ? o->frames.err : data.failed ? WPP_E_NOMEM : 0;
  wpp_buffer_release (&scope);
  wpp_buffer_release (&data);
  return err;
}

static void
release (struct wpp_shower *s)
{
  struct otlp *o = (struct otlp *)s;
  wpp_frames_release (&o->frames);
  for (size_t i = 0; i < N_VALUES; i++)
    wpp_buffer_release (&o->profiles[i]);
  wpp_buffer_release (&o->part);
  wpp_buffer_release (&o->values);
}

struct wpp_row_sink *
wpp_otlp_sink (FILE *out, unsigned version)
{
  struct otlp *o = calloc (1, sizeof *o);
  if (!o)
    return NULL;
  o->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = out, .release = release };
  o->frames.fields = &fields;
  for (size_t i = 0; i < N_VALUES; i++)
    o->left[i] = INT64_MAX;
  return &o->shower.sink;
}
