/* A thread that is stopped, as registers and a stack.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Replay has values of variables, not registers.  Debuggers ask for registers and memory, and find variables by what
   the program's debugging information says.  So that is used backwards: each frame gets a canonical frame address, its
   variables are put where they are said to be, and what its callers had in registers is put where it is said to have
   saved them.  Everything else is not known.  */

#ifndef WPP_ANALYSIS_SERVE_DEBUGGER_STACK_H
#define WPP_ANALYSIS_SERVE_DEBUGGER_STACK_H

#include "serve/past/past.h"

/* DWARF's numbers of the registers of x86-64, and the program counter.  */
enum
{
  WPP_REGISTER_RAX = 0,
  WPP_REGISTER_RBP = 6,
  WPP_REGISTER_RSP = 7,
  WPP_REGISTER_RIP = 16,
  WPP_REGISTER_XMM0 = 17,
  WPP_N_REGISTERS = 33           /* 17 to 32: low 8 bytes of xmm0 to xmm15 */
};

/* A variable that is on the stack.  */
struct wpp_stack_variable
{
  uint64_t address, size;
  size_t level;
  uint32_t variable;
  uint64_t source;               /* its address in the memory of the past; 0: it has none there */
};

struct wpp_made_stack
{
  size_t n_variables, room;
  struct wpp_stack_variable *variables;
  bool known[WPP_N_REGISTERS];
  uint64_t of[WPP_N_REGISTERS];
  struct wpp_partial_memory memory;
};

/* Let S, which is empty, be where P, of thread number THREAD and with IMAGES, has stopped.  0 or WPP_E_NOMEM; to be
   released in any case.  */
int wpp_stack_make (struct wpp_made_stack *s, struct wpp_past *p, uint32_t thread, const struct wpp_images *images);
/* The variable that has ADDRESS, or null.  */
const struct wpp_stack_variable *wpp_stack_variable (const struct wpp_made_stack *s, uint64_t address);
void wpp_stack_release (struct wpp_made_stack *s);

#endif /* WPP_ANALYSIS_SERVE_DEBUGGER_STACK_H */
