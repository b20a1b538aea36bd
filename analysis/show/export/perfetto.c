/* Perfetto's traces.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The format: https://perfetto.dev/docs/reference/synthetic-track-event and protos/perfetto/trace, whose numbers of
   fields are below.  There are two tracks, of statements and of activations.  On each, contexts are slices within each
   other; what is a nanosecond there is a statement, or an activation.  So the file is linear in the contexts, and shows
   where the work is, not when it was done.  */

#include <stdlib.h>
#include "show/export/export-impl.h"

enum
{
  TRACE_PACKET = 1,
  PACKET_TIME = 8, PACKET_SEQUENCE = 10, PACKET_EVENT = 11, PACKET_INTERNED = 12, PACKET_FLAGS = 13, PACKET_TRACK = 60,
  FLAGS_CLEARED = 1, FLAGS_NEEDED = 2,
  TRACK_UUID = 1, TRACK_PROCESS = 3, TRACK_THREAD = 4, TRACK_PARENT = 5,
  PROCESS_PID = 1, PROCESS_NAME = 6,
  THREAD_PID = 1, THREAD_TID = 2, THREAD_NAME = 5,
  EVENT_TYPE = 9, EVENT_NAME = 10, EVENT_TRACK = 11,
  TYPE_BEGIN = 1, TYPE_END = 2,
  INTERNED_NAME = 2,
  NAME_IID = 1, NAME_NAME = 2
};

#define ENOUGH (1u << 16)       /* bytes that are written at once */

struct perfetto
{
  struct wpp_shower shower;
  struct wpp_numbered names;
  struct wpp_inner contexts;
  struct wpp_buffer out, packet, part, within;
  bool failed;                  /* out of memory */
  uint32_t track;               /* that is written */
  bool *interned;               /* [names.n] */
};

/* Write what is in P->out.  */
static void
flush (struct perfetto *p)
{
  p->failed |= p->out.failed;
  fwrite (p->out.data, 1, p->out.size, p->shower.out);
  p->out.size = 0;
}

static void
put_packet (struct perfetto *p, uint64_t flags)
{
  wpp_wire_number (&p->packet, PACKET_SEQUENCE, 1);
  wpp_wire_number (&p->packet, PACKET_FLAGS, flags);
  wpp_wire_message (&p->out, TRACE_PACKET, &p->packet);
  if (p->out.size >= ENOUGH)
    flush (p);
}

static int
begin (struct wpp_row_sink *sink, const struct wpp_schema *schema, const void *data)
{
  static const char *const tracks[2] = { "statements", "activations" };
  struct perfetto *p = (struct perfetto *)sink;
  const struct wpp_stacks_head *head = data;
  wpp_wire_number (&p->within, PROCESS_PID, 1);
  wpp_wire_text (&p->within, PROCESS_NAME, head->program ? head->program : head->file);
  wpp_wire_number (&p->part, TRACK_UUID, 1);
  wpp_wire_message (&p->part, TRACK_PROCESS, &p->within);
  wpp_wire_message (&p->packet, PACKET_TRACK, &p->part);
  put_packet (p, FLAGS_CLEARED);
  for (size_t i = 0; i < 2; i++)
    {
      wpp_wire_number (&p->within, THREAD_PID, 1);
      wpp_wire_number (&p->within, THREAD_TID, i + 2);
      wpp_wire_text (&p->within, THREAD_NAME, tracks[i]);
      wpp_wire_number (&p->part, TRACK_UUID, i + 2);
      wpp_wire_number (&p->part, TRACK_PARENT, 1);
      wpp_wire_message (&p->part, TRACK_THREAD, &p->within);
      wpp_wire_message (&p->packet, PACKET_TRACK, &p->part);
      put_packet (p, 0);
    }
  return 0;
}

static int
row (struct wpp_row_sink *sink, const void *data)
{
  struct perfetto *p = (struct perfetto *)sink;
  uint32_t name;
  int found = wpp_number_text (&p->names, wpp_stack_name (data), &name);
  return found < 0 ? found : wpp_inner_add (&p->contexts, data, name);
}

/* For wpp_inner_visit.  */
static void
put_event (void *data, bool opens, uint32_t frame, uint64_t at)
{
  struct perfetto *p = data;
  wpp_wire_number (&p->packet, PACKET_TIME, at);
  wpp_wire_number (&p->part, EVENT_TYPE, opens ? TYPE_BEGIN : TYPE_END);
  wpp_wire_number (&p->part, EVENT_TRACK, p->track);
  if (opens)
    wpp_wire_number (&p->part, EVENT_NAME, frame + (uint64_t)1);
  wpp_wire_message (&p->packet, PACKET_EVENT, &p->part);
  if (opens && !p->interned[frame])
    {
      wpp_wire_number (&p->within, NAME_IID, frame + (uint64_t)1);
      wpp_wire_text (&p->within, NAME_NAME, p->names.items[frame].bytes);
      wpp_wire_message (&p->part, INTERNED_NAME, &p->within);
      wpp_wire_message (&p->packet, PACKET_INTERNED, &p->part);
      p->interned[frame] = true;
    }
  put_packet (p, FLAGS_NEEDED);
}

static int
end (struct wpp_row_sink *sink)
{
  struct perfetto *p = (struct perfetto *)sink;
  p->interned = calloc (p->names.n + 1, sizeof *p->interned);
  if (!p->interned)
    return WPP_E_NOMEM;
  for (p->track = 2; p->track <= 3; p->track++)
    wpp_inner_visit (&p->contexts, p->track - 2, put_event, p);
  flush (p);
  return p->failed ? WPP_E_NOMEM : 0;
}

static void
release (struct wpp_shower *s)
{
  struct perfetto *p = (struct perfetto *)s;
  wpp_numbered_release (&p->names);
  wpp_inner_release (&p->contexts);
  wpp_buffer_release (&p->out);
  wpp_buffer_release (&p->packet);
  wpp_buffer_release (&p->part);
  wpp_buffer_release (&p->within);
  free (p->interned);
}

struct wpp_row_sink *
wpp_perfetto_sink (FILE *out, unsigned version)
{
  struct perfetto *p = calloc (1, sizeof *p);
  if (!p)
    return NULL;
  p->shower = (struct wpp_shower){ .sink = { begin, row, end }, .out = out, .release = release };
  return &p->shower.sink;
}
