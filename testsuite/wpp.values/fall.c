/* Control comes to a label by computed gotos, and by falling into it.  */
#include <stdio.h>

static int
run (const unsigned char *code)
{
  static const void *const labels[] = { &&add, &&twice, &&end };
  int x = 0, steps = 0;
  goto *labels[*code++];
add:
  x += code[-1] + 3;
  steps++;
twice:
  x = x * 2 + steps;
  if (x > 100000)
    x -= 99999;
  goto *labels[*code++];
end:
  return x - steps;
}

int
main (void)
{
  static const unsigned char code[] = { 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1, 0, 2 };
  int sum = 0;
  for (int i = 0; i < 16; i++)
    sum += run (code + i);
  printf ("%d\n", sum);
  return 0;
}
