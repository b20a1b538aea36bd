/* flags: -fhardened -Wno-hardened */
/* gcc: 14 */
/* All that -fhardened turns on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

__attribute__ ((noinline)) static int
copy (const char *from, int n)
{
  char to[24], other[64];
  std::snprintf (to, sizeof to, "%s", from);
  int k;
  if (n > 2)
    k = n;
  else
    k = std::strlen (to);
  std::memset (other, k, sizeof other);
  return other[n % 64] + (int) std::strlen (to);
}

int
main ()
{
  std::vector<std::string> words = { "one", "two", "three", "a rather long word, cut off", "" };
  int sum = 0;
  for (std::size_t i = 0; i < 7; i++)
    try
      {
        sum += copy (words.at (i).c_str (), (int) i);
      }
    catch (const std::out_of_range &)
      {
        sum += 100;
      }
  std::printf ("%d\n", sum);
}
