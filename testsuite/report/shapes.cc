/* Templates, exceptions, recursion, phases: what pages of wpp report are tried with, and the pictures of
   docs/looking.md are of.  The argument is the number of rounds; a second one adds large circles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

template <typename T>
struct shape
{
  virtual ~shape () {}
  virtual T area () const = 0;
};

template <typename T>
struct square : shape<T>
{
  T side;
  explicit square (T x) : side (x)
  {
    if (x < 0)
      throw std::invalid_argument ("negative");
  }
  T area () const override { return side * side; }
};

template <typename T>
struct circle : shape<T>
{
  T radius;
  explicit circle (T x) : radius (x)
  {
    if (x > 90)
      throw std::out_of_range ("large");
  }
  T area () const override { return 3 * radius * radius; }
};

template <typename T>
static shape<T> *
parse (const std::string &word, T n)
{
  if (word == "square")
    return new square<T> (n);
  if (word == "circle")
    return new circle<T> (n);
  throw std::runtime_error ("what: " + word);
}

/* The areas of ALL; what is wrong is counted in ERRORS.  */
template <typename T>
static T
total (const std::vector<std::pair<std::string, T>> &all, std::map<std::string, int> &errors)
{
  T sum = 0;
  for (const auto &p : all)
    try
      {
        shape<T> *s = parse<T> (p.first, p.second);
        sum += s->area ();
        delete s;
      }
    catch (const std::logic_error &e)
      {
        errors[e.what ()]++;
      }
    catch (const std::exception &e)
      {
        errors["other"]++;
      }
  return sum;
}

/* How many numbers up to N have an odd number of ones: a loop with a branch that nobody predicts.  */
static unsigned
odd (unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned ones = 0;
      for (unsigned k = i; k; k &= k - 1)
        ones++;
      if (ones & 1)
        sum += i;
      else if (i % 16 == 0)
        sum ^= i;
    }
  return sum;
}

static int
hanoi (int n, int from, int to)
{
  return n ? hanoi (n - 1, from, 6 - from - to) + 1 + hanoi (n - 1, 6 - from - to, to) : 0;
}

int
main (int argc, char **argv)
{
  static const char *const words[] = { "square", "circle", "line" };
  int rounds = argc > 1 ? atoi (argv[1]) : 10;
  std::map<std::string, int> errors;
  double sum = 0;
  for (int round = 0; round < rounds; round++)
    {
      std::vector<std::pair<std::string, long>> longs;
      std::vector<std::pair<std::string, double>> doubles;
      for (int i = 0; i < 400; i++)
        {
          longs.emplace_back (words[i % 3], i % (argc > 2 ? 301 : 101) - 3);
          doubles.emplace_back (words[i * 7 % 3], i % 97 - 2.5);
        }
      std::sort (longs.begin (), longs.end ());
      sum += total<long> (longs, errors) + total<double> (doubles, errors);
      sum += odd (round % 4 == 3 ? 20000 : 500) + hanoi (round % 2 ? 8 : 5, 1, 3);
    }
  for (const auto &e : errors)
    std::printf ("%s %d\n", e.first.c_str (), e.second);
  std::printf ("%g\n", sum);
  return 0;
}
