/* Notes: the information about a compilation unit that tools need.  The section `.wpp.notes' of the executable, which
   is not loaded, has a record for each unit.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The format is in format/notes-record.h; its payload has the fields below in their order.  */

#ifndef WPP_ANALYSIS_PROGRAM_NOTES_NOTES_H
#define WPP_ANALYSIS_PROGRAM_NOTES_NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "format/notes-record.h"
#include "format/value-place.h"
#include "program/paths/cfg.h"
#include "base/error.h"

struct wpp_function
{
  char *name;          /* assembler name */
  char *pretty;        /* as in the source: `f' in C, `ns::f(int)' in C++ */
  char *reason;        /* why SKIPPED, else null */
  uint32_t flags;      /* enum wpp_function_flags */
  uint32_t file;       /* index into the unit's files */
  uint32_t start_line, start_column, end_line, end_column;
  uint64_t checksum;   /* wpp_cfg_checksum */
  uint64_t offset;     /* number of its path 0 in the unit */
  uint64_t n_paths;    /* its range in the unit, unless WPP_FN_TABLE */
  char *exact_paths;   /* decimal number of paths before cutting, null when equal to n_paths */
  /* Of a PREFERENTIAL function; else 0 and null.  */
  uint64_t interval_size, size;  /* counters that Figure 10 needs, and that the chosen numbering needs
                                    (preferential.h); 0 when it needs none */
  size_t n_interesting;
  uint64_t *interesting;         /* [n_interesting] path numbers, rising: unwound paths come last */
  struct wpp_cfg cfg;
};

/* A value place (format/value-place.h).  */
struct wpp_noted_place
{
  uint32_t function;   /* of the unit */
  uint32_t nth;        /* among the function's */
  uint32_t kind;       /* enum wpp_place_kind */
  uint32_t node;       /* of the function's graph */
  uint32_t file, line; /* index into the unit's files; line 0: unknown */
  uint32_t bits;       /* of the value */
  bool is_signed;      /* it is a number with a sign */
  uint32_t statement;  /* of the function's body, where replay tells the values; else WPP_NO_STATEMENT */
};

#define WPP_NO_STATEMENT UINT32_MAX

/* The names of a source file.  */
struct wpp_file_name
{
  char *file;           /* as printed: as given to the compiler, tidied; or relative (wpp_unit_name_files) */
  char *path;           /* absolute, unless a prefix map has made the folder of the compilation relative */
};

struct wpp_unit
{
  uint64_t id;          /* set by encode and decode */
  char *source;         /* main source file as given to the compiler */
  char *directory;      /* working directory of the compilation */
  uint64_t path_limit;  /* LIMIT of wpp_numbering_new */
  uint64_t n_paths;     /* event words: sum of wpp_function_words over functions, and WPP_PLACE_WORDS for each place */
  uint32_t n_files;
  char **files;
  struct wpp_file_name *names; /* [n_files + 1] of FILES and, last, of SOURCE; null until wpp_unit_name_files */
  uint32_t n_functions;
  struct wpp_function *functions;  /* by rising offset */
  uint32_t n_places;
  struct wpp_noted_place *places;  /* by function; their words come after the function's own, in this order */
  unsigned char
      *program; /* the record of its statements (program/statements/record.h), not decoded; null: there is none */
  size_t program_size;
};

/* The name of UNIT's main source file, as printed.  */
static inline const char *
wpp_source_name (const struct wpp_unit *unit)
{
  return unit->names ? unit->names[unit->n_files].file : unit->source;
}

/* The number of event words of F in its unit.  */
static inline uint64_t
wpp_function_words (const struct wpp_function *f)
{
  return f->flags & WPP_FN_TABLE ? 1 : f->n_paths;
}

/* The first of the event words of P, a place of UNIT, in the unit.  */
static inline uint64_t
wpp_place_word (const struct wpp_unit *unit, const struct wpp_noted_place *p)
{
  const struct wpp_function *f = &unit->functions[p->function];
  return f->offset + wpp_function_words (f) + (uint64_t) p->nth * WPP_PLACE_WORDS;
}

/* The number of F's interesting paths that are not unwound; these have counters of their own.  */
static inline size_t
wpp_function_expected (const struct wpp_function *f)
{
  size_t n = f->n_interesting;
  while (n > 0 && f->interesting[n - 1] >= f->n_paths)
    n--;
  return n;
}

/* Encode UNIT as a record, and set UNIT->id.  *OUT is malloc'ed.  */
int wpp_unit_encode (struct wpp_unit *unit, unsigned char **out, size_t *size);

/* Decode the record at DATA [SIZE bytes]; *USED is its length.  Everything is checked (sizes, id, ranges,
   wpp_cfg_check); hostile input is safe.  It takes at most *ROOM bytes of memory and time in proportion, which are
   taken off *ROOM; null: what a file of SIZE bytes of notes may take, 96 MiB for each MiB begun.  Return null and set
   *ERR, PLACE->what.  */
struct wpp_unit *wpp_unit_decode (const unsigned char *data, size_t size, size_t *used, uint64_t *room,
                                  int *err, struct wpp_place *place);
void wpp_unit_free (struct wpp_unit *unit);

/* Set UNIT's names, also when it has some already.  If ROOT is not null, names of files below that folder are relative
   to it.  CAUTIOUS: names are tidied as in gcov (file-names.h).  Return 0 or WPP_E_NOMEM.  */
int wpp_unit_name_files (struct wpp_unit *unit, const char *root, bool cautious);

/* Does a complete record, a unit's or one of statements, begin at DATA [LEFT]?  If so, set *SIZE to its length.  The
   payload is not checked.  */
bool wpp_notes_record (const unsigned char *data, size_t left, size_t *size);
/* The length of the record of the statements of the unit ID at DATA [LEFT]; 0 when there is none.  */
size_t wpp_notes_program (const unsigned char *data, size_t left, uint64_t id);
/* Give UNIT, which has none, a copy of its record of statements if that is what begins at DATA [LEFT]; *USED is its
   length, which is taken off *ROOM.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG (no room).  */
int wpp_unit_take_program (struct wpp_unit *unit, const unsigned char *data, size_t left, size_t *used,
                           uint64_t *room);

/* All units of the ELF file FILE, in file order.  WPP_E_NOTES when there is no
   .wpp.notes (PLACE->what says whether the file is missing, no ELF, stripped …).  They take what ROOM allows, as in
   wpp_unit_decode.  */
int wpp_notes_read_elf (const char *file, uint64_t *room, struct wpp_unit ***units, size_t *n,
                        struct wpp_place *place);
/* The same, from the bytes DATA of the section.  */
int wpp_notes_read (const unsigned char *data, size_t size, uint64_t *room, struct wpp_unit ***units,
                    size_t *n, struct wpp_place *place);

/* What users know FUNCTION as: the source's name.  */
const char *wpp_function_name (const struct wpp_function *function);
/* Is NAME, as a user types it, the assembler or the source name of FUNCTION?  The source name
   may go without its parameters.  */
bool wpp_function_named_p (const struct wpp_function *function, const char *name);

#endif /* WPP_ANALYSIS_PROGRAM_NOTES_NOTES_H */
