/* The file of a recorded program or shared library, as debuggers see it: functions, lines, where variables are.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   elfutils reads it.  Addresses are those of the file; a position-independent program was somewhere else in memory, by
   BIAS.  */

#ifndef WPP_ANALYSIS_SERVE_IMAGE_IMAGE_H
#define WPP_ANALYSIS_SERVE_IMAGE_IMAGE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>
#include "base/error.h"

struct wpp_image_row             /* code of a place in the source begins */
{
  uint64_t address;
  const char *file;
  int line, column;
};

struct wpp_image_function
{
  struct wpp_image *image;
  const char *name;              /* in assembly */
  uint64_t low, high;            /* its code, without parts that are elsewhere */
  Dwarf_Die die, unit;
  size_t n_rows;
  struct wpp_image_row *rows;    /* [n_rows] rising; null before they are asked for */
  bool ends;                     /* the last row is its end: its code is not optimised */
};

struct wpp_image_symbol
{
  const char *name;
  uint64_t address;
};

struct wpp_image_return          /* found before */
{
  uint64_t address, found;       /* FOUND 0: none */
  const struct wpp_image_function *called;
};
#define WPP_IMAGE_RETURNS 256u

struct wpp_image
{
  const char *file;
  int fd;
  Elf *elf;
  Dwarf *dwarf;
  Dwarf_CFI *cfi;
  bool moves;                    /* it is position-independent */
  uint64_t bias;                 /* 0 until somebody knows it */
  uint64_t entry, dynamic;       /* addresses in the file; 0: it has no such section */
  size_t n_functions, room;
  struct wpp_image_function *functions; /* by name */
  struct wpp_image_return returns[WPP_IMAGE_RETURNS]; /* by the lowest bits of addresses */
  size_t n_symbols, symbols_room;
  struct wpp_image_symbol *symbols; /* by name */
};

/* Open FILE, a name that must stay, whose build-id must be the BUILD_ID [N], if N is not 0.  0, to be closed; it has no
   functions if there is no debugging information; WPP_E_TOLD with PLACE: it cannot be read, is another one, or of
   another processor; WPP_E_NOMEM.  */
int wpp_image_open (struct wpp_image *m, const char *file, const unsigned char *build_id, size_t n,
                    struct wpp_place *place);
void wpp_image_close (struct wpp_image *m);
/* Has FILE the build-id BUILD_ID [N]?  */
bool wpp_image_build_p (const char *file, const unsigned char *build_id, size_t n);

/* Where ADDRESS in the file of F's image was in memory.  */
static inline uint64_t
wpp_image_place (const struct wpp_image_function *f, uint64_t address)
{
  return address + f->image->bias;
}

/* The function called NAME in assembly, of a unit with the source file FILE (any ending) if there are several; or
   null.  */
struct wpp_image_function *wpp_image_function (struct wpp_image *m, const char *name, const char *file);

/* Where the rows of F, which are read when first asked for, have code of FILE, LINE, COLUMN, which is *EXACT then, or
   else of the line; 0: nowhere.  */
uint64_t wpp_image_code (struct wpp_image_function *f, const char *file, uint32_t line, uint32_t column, bool *exact);
/* The line and the address of F's last row, if that is its end, as in code that is not optimised; false: it is not.  */
bool wpp_image_end (struct wpp_image_function *f, uint64_t *address, uint32_t *line);
/* The second row of F: after the prologue.  Its beginning, if there is none.  */
uint64_t wpp_image_body (struct wpp_image_function *f);
/* An address in F to which a call in the code at ADDRESS, of CALLED (null: not known), returns.  */
uint64_t wpp_image_return (struct wpp_image_function *f, uint64_t address, const struct wpp_image_function *called);

/* Was the function called NAME inlined into HOST, from a call in LINE?  */
bool wpp_image_inlined_p (struct wpp_image_function *host, const char *name, uint32_t line);
/* Its name in assembly; null: it has none.  */
const char *wpp_image_name (Dwarf_Die *die);

/* SIZE bits from BIT on that no member of a record has.  */
struct wpp_image_gap { uint64_t bit, size; };
struct wpp_image_gaps
{
  size_t n;
  struct wpp_image_gap *of;      /* malloc'ed */
};

/* Set *G to the gaps of TYPE, a record or an array of such ones; none, if it is not known where its members are.  0 or
   WPP_E_NOMEM.  */
int wpp_image_gaps (Dwarf_Die *type, struct wpp_image_gaps *g);
/* The record called NAME, also with `struct ', of BYTES bytes; false: there is none.  */
bool wpp_image_record (struct wpp_image *m, const char *name, uint64_t bytes, Dwarf_Die *found);

/* Write to BYTES what the file has at ADDRESS, as far as nothing can change it, at most N bytes.  Return how many.  */
uint64_t wpp_image_read (struct wpp_image *m, uint64_t address, void *bytes, uint64_t n);
/* Write to BYTES what variables of N bytes at ADDRESS have when the program starts, but for relocations.  False: they
   are not in the file.  */
bool wpp_image_initial (struct wpp_image *m, uint64_t address, void *bytes, uint64_t n);
/* Call VISIT (DATA, ADDRESS, IS_RELATIVE, ADDEND) for each word that the dynamic linker sets: to the bias and ADDEND if
   IS_RELATIVE.  Return 0, or what VISIT returned.  */
int wpp_image_relocations (struct wpp_image *m,
                           int (*visit) (void *data, uint64_t address, bool is_relative, uint64_t addend), void *data);
/* The address of the variable or function NAME; false: there is none, or there are several.  */
bool wpp_image_symbol (struct wpp_image *m, const char *name, uint64_t *address);

#endif /* WPP_ANALYSIS_SERVE_IMAGE_IMAGE_H */
