/* flags: -std=c++26 -freflection */
/* gcc: 16 */
/* A program that is made of what it knows of itself.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <cstdio>
#include <meta>

struct point { int x, y; long z; };

template<typename T>
static long
total (const T &t)
{
  long sum = 0;
  template for (constexpr auto member : std::define_static_array (std::meta::nonstatic_data_members_of (
                  ^^T, std::meta::access_context::unchecked ())))
    if (t.[:member:] > 2)
      sum += t.[:member:];
  return sum;
}

int
main ()
{
  long sum = 0;
  for (int i = 0; i < 10; i++)
    sum += total (point{ i, i - 3, 4 * i });
  std::printf ("%ld\n", sum);
}
