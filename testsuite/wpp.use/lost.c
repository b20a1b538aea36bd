/* Loops that become calls of memset, and hot code behind them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>

#define N 5000

int mark[N], queue[N], next[N];

/* Nodes are marked in the order in which they are found from FROM.  */
__attribute__ ((noipa)) int
search (int *mark, int n, int *queue, int m, int from, int stride)
{
  int first = 0, last = 0, sum = 0;
  for (int i = 0; i < n; i++)
    mark[i] = 0;
  for (int i = 0; i < m; i++)
    queue[i] = 0;
  queue[last++] = from;
  mark[from] = 1;
  while (first < last)
    {
      int v = queue[first++], w = next[v], x = (v + stride) % N;
      if (!mark[w])
        {
          mark[w] = 1;
          queue[last++] = w;
        }
      if (!mark[x])
        {
          mark[x] = 2;
          queue[last++] = x;
        }
      sum += v ^ mark[v];
    }
  return sum + last;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < N; i++)
    next[i] = (i * 7 + 3) % N;
  for (int i = 0; i < 20; i++)
    sum += search (mark, N, queue, N, i * 13, 1 + i % 5);
  printf ("%d\n", sum);
  return 0;
}
