// The other half of classes-1.cc.
#include "classes.h"

struct circle : shape
{
  int radius;
  circle (int r) : radius (r) {}
  ~circle () { if (radius > 5) radius = 0; }
  int area () const override { return radius ? 3 * radius * radius : 0; }
};

shape *make_circle (int r) { return r == 4 ? new circle (1) : new circle (r); }
int other_largest () { return largest (2, 1) + largest ('x', 'c') + (int) largest (1.5, 2.5); }
