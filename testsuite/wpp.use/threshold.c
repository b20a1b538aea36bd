/* A loop whose way back is taken often, while what GCC has counters on, its cases, are not: SELDOM is hot
   by those.  */

#define CASES(X) X (0) X (1) X (2) X (3) X (4) X (5) X (6) X (7) \
  X (8) X (9) X (10) X (11) X (12) X (13) X (14) X (15)

volatile int sink;

__attribute__ ((noipa)) void
seldom (int n)
{
  for (int i = 0; i < n; i++)
    sink += i & n ? n : i;
}

int
main (void)
{
  for (int i = 0; i < 160000; i++)
    switch (i % 16)
      {
#define ONE(N) case N: sink ^= N + 3; break;
      CASES (ONE)
      }
  for (int i = 0; i < 50; i++)
    seldom (i % 3);
  return 0;
}
