/* What the files that make a stack share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SERVE_DEBUGGER_STACK_IMPL_H
#define WPP_ANALYSIS_SERVE_DEBUGGER_STACK_IMPL_H

#include "serve/debugger/stack.h"

/* Registers that a function must restore: rbx, rbp, r12 to r15.  */
#define WPP_SAVED_REGISTERS 6
extern const int wpp_saved_registers[WPP_SAVED_REGISTERS];

struct wpp_stack_rules
{
  int base;                      /* the canonical frame address is OFFSET bytes after what this register has; -1: it is
                                    not so */
  int64_t offset;
  bool saved[WPP_SAVED_REGISTERS];
  int64_t at[WPP_SAVED_REGISTERS]; /* from the canonical frame address */
};

struct wpp_stack_frame
{
  struct wpp_image_function *host;
  size_t first, end;             /* levels */
  uint64_t code;                 /* address in the file */
  const struct wpp_image_function *called;
  struct wpp_stack_rules rules;
  int64_t lowest;                /* place of a variable, from the canonical frame address */
  uint64_t real;                 /* the frame address as variables tell it, or 0 */
  uint64_t cfa, pointer;         /* its canonical frame address, and stack pointer */
};

struct wpp_stack_maker
{
  struct wpp_made_stack *stack;
  struct wpp_past *past;
  uint64_t top;                  /* of the stack, if nothing tells it */
  size_t n;
  struct wpp_stack_frame *frames;
};

/* What is done with each variable of a frame.  */
struct wpp_stack_looker
{
  struct wpp_stack_maker *maker;
  struct wpp_stack_frame *frame;
  bool last;                     /* no other is above it */
  int64_t lowest;
  uint64_t found;
  int err;
};

/* VARIABLE of level LEVEL has SIZE bytes of TYPE, and is where OP says.  */
typedef void wpp_stack_visitor (struct wpp_stack_looker *l, size_t level, uint32_t variable, uint64_t size,
                                Dwarf_Die *type, const Dwarf_Op *op);

/* ---- variables.c */

/* Call VISIT for each variable that debuggers see at L's frame, and that its levels have.  */
void wpp_stack_variables (struct wpp_stack_looker *l, wpp_stack_visitor *visit);

wpp_stack_visitor wpp_stack_look_at_address, wpp_stack_put_variable;

#endif /* WPP_ANALYSIS_SERVE_DEBUGGER_STACK_IMPL_H */
