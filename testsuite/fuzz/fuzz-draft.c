/* Fuzz target: the draft of a grammar (grammar/coding/draft.h), and the grammar that is made of it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/coding/draft.h"
#include "format/profile-file.h"
#include "grammar/sequitur/phrases.h"
#include "fuzz.h"

/* As readers of profiles do, what would take too long is not looked at; a fuzzer has less time.  */
#define MOST_WORK (WPP_WORK_FREE / 8)

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  int err = 0;
  if (wpp_draft_work (data, size) > MOST_WORK + WPP_WORK_A_BYTE * size)
    return 0;
  struct wpp_grammar *g = wpp_draft_grammar (data, size, &err);
  FUZZ_ASSERT ((g == NULL) == (err < 0));
  FUZZ_ASSERT (!g || wpp_draft_work (data, size) > 0);
  if (g)
    fuzz_use_grammar (g);
  wpp_grammar_free (g);
  return 0;
}
