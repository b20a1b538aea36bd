/* flags: -std=c++20 -fmodules */
/* gcc: 15 */
/* A module: functions of its own, an inline one, a template, and a class with a virtual function, for modules-2.cc.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

module;
#include <cstdio>
export module weights;

export struct Scale
{
  virtual ~Scale () {}
  virtual unsigned weigh (unsigned n) const { return n % 3 == 1 ? n * 2 : n; }
};

export template<typename T>
T
total (T from, T to, const Scale &s)
{
  T sum = 0;
  for (T i = from; i < to; i++)
    if (i & 1)
      sum += s.weigh (i);
    else
      sum ^= i;
  return sum;
}

export inline unsigned
folded (unsigned n)
{
  while (n > 9)
    n = n / 10 + n % 10;
  return n;
}

static unsigned shown;

export void
show (const char *what, unsigned n)
{
  if (shown++ % 2)
    std::printf ("%s: %u\n", what, n);
  else
    std::printf ("%u %s\n", n, what);
}
