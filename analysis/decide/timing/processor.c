/* What operations take on processors (processor.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Figures of x86-64 are those of A. Fog, Instruction tables, and The microarchitecture of Intel, AMD and VIA CPUs,
   rounded: instructions of registers, scalar SSE2 for floats.  Those of znver5 were measured (testsuite/bench/model),
   but for width and window, which are AMD's, and how often divisions and conversions begin.  The generic row is for who
   does not know where the program will run: between the families, and where they are far apart nearer to the slower
   one.  */

#include <stdio.h>
#include <string.h>
#include "decide/timing/processor.h"

/* In the order of WPP_OPERATIONS.  */
#define LATENCIES(SIMPLE, MOVE, MULTIPLY, DIVIDE, LONG, JUMP, LOAD, LOAD_FLOAT, FORWARD, STORE, ADD, MUL, DIV, DIVD, \
                  TO_F, TO_I, VECTOR) \
  { 0, SIMPLE, MOVE, MULTIPLY, DIVIDE, LONG, JUMP, LOAD, LOAD_FLOAT, FORWARD, STORE, ADD, MUL, DIV, DIVD, TO_F, TO_I, \
    VECTOR, CALLED }

/* A call of something short.  */
#define CALLED 12

/* Of kinds that their ports do not do at full speed.  */
#define EVERY(MULTIPLY_CYCLES, DIVIDE_CYCLES, LONG_CYCLES, DIV_CYCLES, DIVD_CYCLES, CONVERT_CYCLES) \
  { [WPP_DOES_MULTIPLY] = MULTIPLY_CYCLES, [WPP_DOES_DIVIDE] = DIVIDE_CYCLES, [WPP_DOES_DIVIDE_LONG] = LONG_CYCLES, \
    [WPP_DOES_DIVIDE_FLOAT] = DIV_CYCLES, [WPP_DOES_DIVIDE_DOUBLE] = DIVD_CYCLES, \
    [WPP_DOES_TO_FLOAT] = CONVERT_CYCLES, [WPP_DOES_TO_INTEGER] = CONVERT_CYCLES, [WPP_DOES_JUMP] = 0.5 }

static const struct wpp_processor processors[] = {
  { " generic ",
    LATENCIES (1, 1, 3, 16, 26, 1, 5, 6, 5, 0, 4, 4, 11, 14, 6, 6, 1),
    EVERY (1, 6, 12, 4, 5, 1), .width = 5, .ports = { 0, 4, 2, 1, 2 }, .window = 224, .refill = 14, .taken = 1 },
  { " haswell core-avx2 broadwell ",
    LATENCIES (1, 1, 3, 25, 60, 1, 5, 5, 5, 0, 3, 5, 12, 16, 5, 6, 1),
    EVERY (1, 9, 25, 7, 9, 1), .width = 4, .ports = { 0, 4, 2, 1, 2 }, .window = 192, .refill = 15, .taken = 1 },
  { " skylake skylake-avx512 cascadelake cooperlake ",
    LATENCIES (1, 1, 3, 25, 45, 1, 5, 5, 5, 0, 4, 4, 11, 14, 6, 6, 1),
    EVERY (1, 6, 22, 3, 4, 1), .width = 4, .ports = { 0, 4, 2, 1, 2 }, .window = 224, .refill = 15, .taken = 1 },
  { " icelake-client icelake-server tigerlake rocketlake sapphirerapids alderlake raptorlake emeraldrapids meteorlake ",
    LATENCIES (1, 1, 3, 12, 16, 1, 5, 5, 5, 0, 4, 4, 11, 14, 6, 6, 1),
    EVERY (1, 6, 8, 3, 4, 1), .width = 5, .ports = { 0, 4, 2, 2, 2 }, .window = 352, .refill = 16, .taken = 1 },
  { " znver1 znver2 ",
    LATENCIES (1, 1, 3, 20, 30, 1, 4, 7, 7, 0, 3, 3, 10, 13, 7, 7, 1),
    EVERY (1, 14, 20, 3, 5, 1), .width = 5, .ports = { 0, 4, 2, 1, 3 }, .window = 192, .refill = 14, .taken = 1 },
  { " znver3 znver4 ",
    LATENCIES (1, 1, 3, 10, 12, 1, 4, 7, 7, 0, 3, 3, 10, 13, 7, 7, 1),
    EVERY (1, 6, 8, 3, 5, 1), .width = 6, .ports = { 0, 4, 3, 2, 3 }, .window = 256, .refill = 13, .taken = 1 },
  { " znver5 ",
    LATENCIES (1, 1, 3, 13, 16, 1, 4, 7, 1, 0, 2, 3, 10, 13, 6, 7, 2),
    EVERY (0.33, 6, 8, 3, 5, 1), .width = 8, .ports = { 0, 6, 4, 2, 2 }, .window = 448, .refill = 16, .taken = 1 },
};

static const struct
{
  const char *name;
  enum wpp_ports ports;
} operations[] = {
#define WPP_O(ID, NAME, PORTS) { NAME, WPP_PORTS_##PORTS },
  WPP_OPERATIONS (WPP_O)
#undef WPP_O
};

const struct wpp_processor *
wpp_processor_named (const char *tune)
{
  char name[64];
  int length = tune ? snprintf (name, sizeof name, " %s ", tune) : -1;
  for (size_t i = 0; length > 0 && (size_t) length < sizeof name && i < sizeof processors / sizeof *processors; i++)
    if (strstr (processors[i].names, name))
      return &processors[i];
  return processors;
}

const char *
wpp_task_name (enum wpp_task operation)
{
  return operations[operation].name;
}

enum wpp_ports
wpp_ports_of_task (enum wpp_task operation)
{
  return operations[operation].ports;
}
