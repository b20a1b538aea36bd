/* Grammars that are small and say much.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_BOMBS_H
#define WPP_TESTSUITE_FUZZ_BOMBS_H

#include "grammar/rules/grammar.h"

struct bomb
{
  const char *name;
  uint32_t levels;   /* rules between S and the last */
  uint32_t copies;   /* of the next rule in each: one symbol each … */
  uint32_t exponent; /* … with this exponent */
  bool between;      /* an event stands before the next rule */
  uint32_t width;    /* how often the last rule says all events; 0: it is one event */
};

/* All of them, ended by a null name.  */
extern const struct bomb bombs[];

/* The bomb named NAME, or null.  */
const struct bomb *find_bomb (const char *name);

/* The grammar B over EVENTS [N], finished, or null and *ERR.  */
struct wpp_grammar *make_bomb (const struct bomb *b, const uint32_t *events, uint32_t n, int *err);

#endif /* WPP_TESTSUITE_FUZZ_BOMBS_H */
