/* What a register costs that holds one more value.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As long as there are registers left, nothing.  Where there are none, the value that is used least often for the
   time that it takes a register is kept in memory instead: stored where it is made and loaded where it is used (Chow
   and Hennessy, The priority-based coloring approach to register allocation, ACM TOPLAS 12(4), 1990, have the same
   quotient).  As many values as are too many already do without; so the price is the quotient of the next.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_PRESSURE_H
#define WPP_ANALYSIS_DECIDE_MODELS_PRESSURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum wpp_register_class
{
  WPP_REGISTER_INTEGER,
  WPP_REGISTER_VECTOR,
  WPP_N_REGISTER_CLASSES
};

struct wpp_pressure_value
{
  enum wpp_register_class class_of;
  uint64_t accesses;            /* executions of what makes and uses it */
};

/* A value is live in a block.  */
struct wpp_pressure_live
{
  uint32_t block, value;
  bool at_entry, at_end;
};

struct wpp_pressure_block
{
  uint64_t count;               /* executions */
  bool calls;                   /* something that may change registers */
  uint32_t local[WPP_N_REGISTER_CLASSES];       /* the most values at once that are live within the block only */

  /* The result.  */
  struct
  {
    uint32_t entry, end, across;        /* values live there */
    uint32_t first, length;             /* quotients, in prices; least first */
    uint32_t more;                      /* values that were added */
  } of[WPP_N_REGISTER_CLASSES];
};

struct wpp_pressure
{
  uint32_t n_blocks, n_values;
  size_t n_live;
  struct wpp_pressure_block *blocks;
  const struct wpp_pressure_value *values;
  struct wpp_pressure_live *live;       /* is sorted */
  uint32_t *quotients;                  /* the result */
  uint32_t save[WPP_N_REGISTER_CLASSES];        /* likewise: registers that the function must save for its caller */
};

/* Find what registers cost in the blocks of P.  Return 0 or WPP_E_NOMEM.  */
int wpp_measure_pressure (struct wpp_pressure *p);

void wpp_release_pressure (struct wpp_pressure *p);

/* The price (placement.h) of holding one more value of CLASS_OF through BLOCK, each time it is executed.  */
uint32_t wpp_price_of_register (const struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of);

/* Must the function save one more register if one more value is held through BLOCK?  */
bool wpp_saves_register_p (const struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of);

/* One more value is held through BLOCK from now on.  */
void wpp_take_register (struct wpp_pressure *p, uint32_t block, enum wpp_register_class class_of);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_PRESSURE_H */
