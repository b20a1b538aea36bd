/* What operations take on a processor: latencies, throughputs, mispredictions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   One table (processor.c) with a row for each family of processors, by the names that GCC's -mtune= has for them.
   `make bench-model' measures on the machine at hand what the table says.  */

#ifndef WPP_ANALYSIS_DECIDE_TIMING_PROCESSOR_H
#define WPP_ANALYSIS_DECIDE_TIMING_PROCESSOR_H

/* Operations, told apart as far as their costs differ.  The columns: name, and the ports that do it.  */
#define WPP_OPERATIONS(O) \
  O (NOTHING, "nothing", NOWHERE)        /* no instruction: a copy, or part of an address */ \
  O (SIMPLE, "add", INTEGER)             /* and other integer operations of one cycle */ \
  O (MOVE, "conditional-move", INTEGER) \
  O (MULTIPLY, "multiply", INTEGER) \
  O (DIVIDE, "divide", INTEGER)          /* of at most 32 bits */ \
  O (DIVIDE_LONG, "divide-long", INTEGER) \
  O (JUMP, "jump", INTEGER)              /* with its comparison */ \
  O (LOAD, "load", LOADS)                /* from the nearest cache */ \
  O (LOAD_FLOAT, "load-float", LOADS) \
  O (FORWARD, "forward", LOADS)          /* a load of what was just stored, from the store's value on */ \
  O (STORE, "store", STORES) \
  O (ADD_FLOAT, "add-float", FLOATS) \
  O (MULTIPLY_FLOAT, "multiply-float", FLOATS) \
  O (DIVIDE_FLOAT, "divide-float", FLOATS) \
  O (DIVIDE_DOUBLE, "divide-double", FLOATS) \
  O (TO_FLOAT, "to-float", FLOATS)       /* from an integer register */ \
  O (TO_INTEGER, "to-integer", FLOATS)   /* to one; a comparison of floats, too */ \
  O (VECTOR, "vector", FLOATS)           /* a simple operation on a vector register */ \
  O (CALL, "call", NOWHERE)              /* nobody knows of what */

enum wpp_task
{
#define WPP_O(ID, NAME, PORTS) WPP_DOES_##ID,
  WPP_OPERATIONS (WPP_O)
#undef WPP_O
  WPP_N_OPERATIONS
};

enum wpp_ports
{
  WPP_PORTS_NOWHERE,
  WPP_PORTS_INTEGER,
  WPP_PORTS_LOADS,
  WPP_PORTS_STORES,
  WPP_PORTS_FLOATS,
  WPP_N_PORTS
};

/* Times are cycles.  */
struct wpp_processor
{
  const char *names;            /* of -mtune=, each between spaces; the first row's are those of no other one */
  double latency[WPP_N_OPERATIONS];
  double every[WPP_N_OPERATIONS];       /* one can begin each so many cycles, whatever others do; 0: no limit */
  double width;                 /* operations that are fetched and retired in a cycle */
  double ports[WPP_N_PORTS];    /* operations that begin in a cycle, by ports; of NOWHERE nothing */
  unsigned window;              /* operations that are fetched and not retired, at most */
  double refill;                /* from where a mispredicted jump is known to be one to what comes after it */
  double taken;                 /* one jump can be taken each so many cycles */
};

/* The processor that -mtune= calls TUNE, which may be null; a generic one if there is none.  */
const struct wpp_processor *wpp_processor_named (const char *tune);

/* What OPERATION is called, and where it is done.  */
const char *wpp_task_name (enum wpp_task operation);
enum wpp_ports wpp_ports_of_task (enum wpp_task operation);

#endif /* WPP_ANALYSIS_DECIDE_TIMING_PROCESSOR_H */
