/* Every statement of C that makes control flow, nested and mixed.  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
loops (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (i % 3 == 0)
        continue;
      for (int j = i; j; j >>= 1)
        {
          if (j == 5)
            break;
          s += j & 1 ? j : -1;
        }
      int k = i & 7;
      do
        s += k ^ 5;
      while (k-- > 3 && s % 7);
      while (s > 1000)
        s -= s > 1500 ? 700 : 300;
    }
  return s;
}

static const char *
classify (int c)
{
  switch (c)
    {
    case '0' ... '9':
      return "digit";
    case 'a': case 'e': case 'i': case 'o': case 'u':
      return "vowel";
    case ' ':
      c = '_';
      /* fall through */
    case '_':
    case '-':
      return c == '_' ? "low" : "dash";
    default:
      if (c >= 'a' && c <= 'z')
        return "consonant";
    }
  return "other";
}

static int
sparse (int x)
{
  switch (x)
    {
    case -1000000: return 1;
    case 0: return 2;
    case 7: return 3;
    case 1000: return 4;
    case 1001: return 5;
    case 2000000000: return 6;
    }
  return 7;
}

static int
conditions (int a, int b, int c)
{
  int r = 0;
  if ((a && b) || (!c && (a || b > 3)))
    r |= 1;
  r += a ? b ? c ? 7 : 6 : 5 : 4;
  r += !!(a & b) + (c || a < b);
  return (r > 5 && printf ("%s", "")) ? r : r + 1;
}

static int early (int x) { if (x < 0) return -1; if (x == 0) return 0; return 1; }
static void empty (void) { }
static int one_line (int x) { for (int i = 0; i < 3; i++) { if (x > i) x--; else x += 2; } return x; }

static int
by_value (struct { int v[20]; int n; } *in)
{
  int best = -1;
  for (int i = 0; i < in->n; i++)
    if (best < 0 || in->v[i] > in->v[best])
      best = i;
  return best;
}

int
main (int argc, char **argv)
{
  int s = 0;
  struct { int v[20]; int n; } data = { { 3, 9, 2, 7, 9, 11, 1 }, 7 };
  for (const char *p = "the quick-brown fox_7 jumps 0ver"; *p; p++)
    s += strlen (classify (*p));
  for (int i = -2; i < 3; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 2; k++)
        s += conditions (i, j, k);
  int probes[] = { -1000000, 0, 7, 1000, 1001, 2000000000, 5, -5 };
  for (unsigned i = 0; i < sizeof probes / sizeof *probes; i++)
    s += sparse (probes[i]) * early (probes[i]);
  for (int i = 0; i < 6; i++)
    empty (), s += one_line (i);
  s += by_value ((void *) &data);
  printf ("%d %d\n", s, loops (500));
  if (argc > 100)
    abort ();
  return s & 127;
}
