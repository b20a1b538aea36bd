/* Who imports the module of modules-1.cc.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

import weights;

struct Heavy : Scale
{
  unsigned weigh (unsigned n) const override { return n > 30 ? Scale::weigh (n) + 5 : n; }
};

int
main ()
{
  Scale s;
  Heavy h;
  for (unsigned i = 0; i < 6; i++)
    {
      show ("total", total (i, 10 * i, i % 2 ? s : h));
      show ("folded", folded (i * 7919));
    }
  show ("long", total (3ul, 50ul, h));
}
