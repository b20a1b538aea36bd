// Virtual calls, templates and inline functions in two units, lambdas, static objects, operators.
#include "classes.h"
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

struct square : shape
{
  int side;
  square (int s) : side (s) {}
  int area () const override { return side > 3 ? side * side : 1; }
};

struct counted
{
  static int alive;
  counted () { alive++; }
  counted (const counted &) { alive += 2; }
  ~counted () { if (alive > 3) alive--; }
};
int counted::alive;
static counted global;

template <typename T> static T
fold (const std::vector<T> &v, T start)
{
  for (const T &x : v)
    start = x > start ? x : start + 1;
  return start;
}

static int
lambdas (int n)
{
  int calls = 0;
  auto add = [&] (int x) { calls++; return x > 2 ? x + n : x; };
  std::function<int (int)> twice = [&] (int x) { return add (add (x)); };
  int s = 0;
  for (int i = 0; i < n; i++)
    s += twice (i);
  return s + calls;
}

static const int &
once ()
{
  static int value = lambdas (3);
  return value;
}

int
main ()
{
  std::vector<std::unique_ptr<shape>> shapes;
  for (int i = 0; i < 10; i++)
    if (i % 2)
      shapes.emplace_back (new square (i));
    else
      shapes.emplace_back (make_circle (i));
  int s = 0;
  for (auto &p : shapes)
    s += p->area () + p->twice ();
  std::sort (shapes.begin (), shapes.end (),
             [] (const auto &a, const auto &b) { return a->area () < b->area (); });
  std::vector<int> ints = { 3, 1, 4, 1, 5, 9, 2, 6 };
  std::vector<double> doubles = { 2.5, 0.5, 3.5 };
  std::vector<counted> objects (4);
  s += fold (ints, 0) + (int) fold (doubles, 1.0) + largest (3, 8) + largest ('a', 'b') + once () + once ();
  std::printf ("%d %d %d %d\n", s, shapes[0]->area (), other_largest (), counted::alive);
  return 0;
}
