/* Stacks of lines as pprof and OTLP have them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Strings, functions and locations go out when they are met first: into the message that has their tables.  */

#ifndef WPP_ANALYSIS_SHOW_EXPORT_FRAMES_H
#define WPP_ANALYSIS_SHOW_EXPORT_FRAMES_H

#include "show/export/export-impl.h"

/* Numbers of fields; 0: there is no such one.  */
struct wpp_frame_fields
{
  uint32_t string, function, location;                           /* of the message that has them */
  uint32_t function_id, name, system_name, file, start_line;     /* of a function */
  uint32_t location_id, mapping, location_line;                  /* of a location; the mapping is number 1 */
  uint32_t line_function, line_line;                             /* of its line */
};

/* A context that others may be called from.  */
struct wpp_shown_frame
{
  int64_t caller;               /* negative: none */
  uint32_t place;               /* the location of the call of this one in CALLER */
  uint32_t function;            /* its function's number */
  uint32_t name, system_name;   /* strings */
  uint32_t start_line;
};

struct wpp_shown_frames
{
  const struct wpp_frame_fields *fields;
  struct wpp_buffer out;        /* what is met first is put there */
  struct wpp_buffer part, within; /* messages that are made */
  struct wpp_numbered strings, functions, locations;
  struct wpp_shown_frame *frames;     /* [n] by context */
  size_t n, room;
  int err;                      /* sticks */
};

/* The number of TEXT, which may be null.  */
uint32_t wpp_frames_string (struct wpp_shown_frames *f, const char *text);
/* Put the locations of C's stack, the innermost one being PLACE, into field FIELD of B.  */
void wpp_frames_put (struct wpp_shown_frames *f, const struct wpp_shown_frame *c, uint32_t place, uint32_t field,
                     struct wpp_buffer *b);
/* Keep ROW's context, and call SAMPLE for each of its lines: activations and statements there, which are those of
   PLACE.  Return 0 or an error.  */
int wpp_frames_visit (struct wpp_shown_frames *f, const struct wpp_stack_row *row,
                      void (*sample) (void *data, const struct wpp_shown_frame *c, uint32_t place,
                                      const uint64_t values[2]),
                      void *data);
void wpp_frames_release (struct wpp_shown_frames *f);

#endif /* WPP_ANALYSIS_SHOW_EXPORT_FRAMES_H */
