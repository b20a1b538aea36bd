/* Tests of how far work is.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "unit.h"
#include "base/far/far.h"

#define QUARTER (UINT32_C (1) << 30)

int
main (void)
{
  CHECK (wpp_far_share () == 0, "nothing is known at first");
  wpp_far (1, 4);
  CHECK (wpp_far_share () == QUARTER, "of the only part");
  wpp_far (3, 0);
  CHECK (wpp_far_share () == QUARTER, "of nothing nothing is said");
  wpp_far_part (1, 4);
  CHECK (wpp_far_share () == QUARTER, "a part begins");
  wpp_far (UINT64_MAX, UINT64_MAX);
  CHECK (wpp_far_share () == 2 * QUARTER, "… and is done");
  wpp_far_part (4, 4);
  CHECK (wpp_far_share () == UINT32_MAX, "all is done");
  wpp_far_part (0, 0);
  wpp_far (5, 4);
  CHECK (wpp_far_share () == UINT32_MAX, "more than all is all");
  wpp_far_forget ();
  CHECK (wpp_far_share () == 0, "nothing is known any more");

  char text[WPP_FAR_TEXT + 1] = { 0 };
  text[wpp_far_text (text, 1)] = 0;
  CHECK (!strcmp (text, "1 s"), "what is left is not known");
  wpp_far (1, 10);
  wpp_far_text (text, 2);
  wpp_far (4, 10);
  text[wpp_far_text (text, 5)] = 0;
  CHECK (!strcmp (text, "5 s, about 6 s left"), "what is left goes as quickly: %s", text);
  wpp_far (1, 10);
  text[wpp_far_text (text, 6)] = 0;
  CHECK (!strcmp (text, "6 s"), "other work has begun: %s", text);
  return unit_done ();
}
