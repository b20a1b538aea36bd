/* What the files about fields share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_FIELDS_IMPL_H
#define WPP_ANALYSIS_ANSWERS_FIELDS_IMPL_H

#include "answers/at.h"
#include "answers/caches.h"
#include "answers/fields.h"
#include "base/hash-table.h"

/* Fields of a record that are told apart; those after them count as the last one.  */
#define WPP_MOST_FIELDS 256u

struct wpp_field_set
{
  uint64_t of[WPP_MOST_FIELDS / 64];
};

static inline bool
wpp_field_in_p (const struct wpp_field_set *s, uint32_t field)
{
  return s->of[field / 64] >> field % 64 & 1;
}

static inline void
wpp_field_add (struct wpp_field_set *s, uint32_t field)
{
  s->of[field / 64] |= UINT64_C (1) << field % 64;
}

struct wpp_record_field
{
  char *name;                   /* owned; of several that share bytes, with commas */
  uint64_t offset, size;        /* bytes */
  uint64_t visits;
  bool more;                    /* there are more that share bytes than NAME tells: it ends with "..." */
};

/* Visits that used just SET.  */
struct wpp_field_use
{
  struct wpp_field_set set;
  uint64_t visits;
};

/* Where fields are.  */
struct wpp_record_layout
{
  uint32_t n_here;              /* of ORDER: so many; the others are in what is split off */
  uint32_t order[WPP_MOST_FIELDS];
  uint64_t at[WPP_MOST_FIELDS]; /* by field, in its part */
  bool rest[WPP_MOST_FIELDS];
  uint64_t bytes, rest_bytes;   /* of the parts; 0: there is no such */
  uint64_t link;                /* if there is: where its address is */
};

/* A structure, in whatever units it is.  */
struct wpp_record
{
  const char *name;
  uint64_t size;                /* bytes */
  struct wpp_record_field *fields; /* [n_fields] by offset; none shares bytes with another one */
  size_t n_fields, fields_room;
  struct wpp_field_use *uses;   /* [n_uses] */
  size_t n_uses, uses_room;
  uint64_t visits;
  enum wpp_record_choice { WPP_RECORD_KEEP, WPP_RECORD_REORDER, WPP_RECORD_SPLIT } choice;
  struct wpp_record_layout then;
  double lines, lines_then;     /* a visit */
  bool simulated;
  uint64_t misses_then[WPP_MOST_CACHES];
};

/* A reference uses FIELD of RECORD; all fields if that is WPP_NONE.  */
struct wpp_field_touch
{
  uint32_t record, field;
  uint32_t n_components;        /* of the reference: those before name the object */
  int64_t within;               /* bytes from the object's start to what is accessed; negative: they vary */
  bool alone;                   /* there is one such object, a variable */
};

/* What the references of a function touch.  */
struct wpp_function_touches
{
  const struct wpp_body *body;  /* null: it has no statements */
  uint32_t *first;              /* [n_references + 1] of TOUCHES */
  struct wpp_field_touch *touches;
};

struct wpp_fields
{
  struct wpp_recording *recording;
  struct wpp_code *code;
  struct wpp_at_found found;
  struct wpp_record *records;   /* [n] */
  size_t n, room;
  struct wpp_hash_table named;  /* records */
  struct wpp_hash_table used;   /* uses, by record and set: … */
  struct wpp_use_at { uint32_t record, use; } *use_at; /* [used.n] … */
  size_t use_at_room;
  struct wpp_function_touches *functions; /* [code->n_functions] */
  uint64_t line;                /* bytes */
  unsigned n_levels;            /* of caches; 0: there are no values */
  uint64_t misses[WPP_MOST_CACHES];
};

/* fields-records.c: find all records of F's units, their fields, and what references touch.  0 or WPP_E_NOMEM.  */
int wpp_fields_find (struct wpp_fields *f);

/* fields-visits.c: count what paths visit.  0, or an error of wpp_code_path.  */
int wpp_fields_count (struct wpp_fields *f);

/* fields-layout.c: choose a layout for R, which has visits; a line has LINE bytes.  0 or WPP_E_NOMEM.  */
int wpp_fields_choose (struct wpp_record *r, uint64_t line);

/* fields-misses.c: let caches, as TEXT says, hear all accesses as they are, and as they would be with the layouts of
   the CHOSEN [N] records, each alone.  0, or an error of wpp_accesses_replay.  */
int wpp_fields_simulate (struct wpp_fields *f, struct wpp_record *const *chosen, size_t n, const char *text,
                         struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_FIELDS_IMPL_H */
