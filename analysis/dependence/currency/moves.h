/* What an optimised program makes of the assignments of its source: the section `.wpp.moves'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   With -fwpp-moves the plugin marks, at the profile point, where control is and which assignment each debug bind of a
   variable stands for; debug statements keep that through all of GCC's passes and change no code.  At the last GIMPLE
   pass the marks say, block by block:

     point     control is at this statement of the function, as numbered at the profile point
     promise   from here on the source promises the value that this statement assigns
     bind      from here on a debugger shows this variable with a value, or without one
     write     a statement changes memory; it is this one of the profile point, or was made anew

   All code that came of a function is looked at, what was inlined elsewhere too.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_CURRENCY_MOVES_H
#define WPP_ANALYSIS_DEPENDENCE_CURRENCY_MOVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "format/moves-record.h"
#include "program/statements/program.h"
#include "base/error.h"

/* A statement at which control is marked; NODE and STATEMENT as in the function's body
   (program/statements/program.h).  */
struct wpp_move_point
{
  uint32_t function, node, statement;
};

struct wpp_move_function
{
  char *name;                  /* assembler name */
  uint64_t checksum;           /* of its graph (program/paths/cfg.h) */
  uint64_t statements_hash;    /* wpp_moves_hash */
  uint32_t n_nodes, n_statements;
  uint32_t first_point, n_points;   /* by node, then by statement */
};

struct wpp_move_variable
{
  uint32_t function;           /* WPP_NO_FUNCTION: static storage */
  uint32_t variable;           /* number in the function's body */
  char *name;                  /* of static storage: assembler name; else null */
};

struct wpp_move_item
{
  uint8_t kind;                /* enum wpp_move_kind */
  uint32_t function;           /* WRITE: UINT32_MAX: made anew */
  uint32_t variable;           /* PROMISE, BIND, WRITE; UINT32_MAX: some memory */
  uint32_t number;             /* point; statement; whether it has a value */
};

struct wpp_move_block
{
  uint32_t first_item, n_items;
  uint32_t first_successor, n_successors;
};

/* A function as it became code; control begins at block 0.  */
struct wpp_move_graph
{
  uint32_t n_blocks;
  struct wpp_move_block *blocks;
  uint32_t n_items, n_successors;
  struct wpp_move_item *items;
  uint32_t *successors;
};

/* A compilation unit.  */
struct wpp_moves
{
  char *source, *directory;    /* as in struct wpp_unit */
  uint32_t n_functions, n_points, n_variables, n_graphs;
  struct wpp_move_function *functions;
  struct wpp_move_point *points;
  struct wpp_move_variable *variables;
  struct wpp_move_graph *graphs;
};

void wpp_moves_free (struct wpp_moves *m);

/* A hash of BODY's statements: equal hashes mean that numbers of statements mean the same in two compilations.  */
uint64_t wpp_moves_hash (const struct wpp_body *body);

/* Set *OUT [*SIZE], malloc'ed, to the record of M.  0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_moves_encode (const struct wpp_moves *m, unsigned char **out, size_t *size);

/* The records of DATA [SIZE], *N of them; linkers may have put zeros between.  The bytes are hostile; everything is
   checked, and memory is bounded by a multiple of SIZE.  0, WPP_E_NOMEM, or what is wrong, and then PLACE->what.  To be
   freed one by one, and *MOVES.  */
int wpp_moves_read (const unsigned char *data, size_t size, struct wpp_moves ***moves, size_t *n,
                    struct wpp_place *place);
/* The same from the section of the ELF file FILE.  WPP_E_NOTES when it has none.  */
int wpp_moves_read_elf (const char *file, struct wpp_moves ***moves, size_t *n, struct wpp_place *place);

#endif /* WPP_ANALYSIS_DEPENDENCE_CURRENCY_MOVES_H */
