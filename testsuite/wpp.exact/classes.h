// Shared by classes-1.cc and classes-2.cc: both emit these functions, one of each is kept.
struct shape
{
  virtual ~shape () {}
  virtual int area () const = 0;
  int
  twice () const
  {
    int a = area ();
    return a > 10 ? 20 : a * 2;
  }
};

template <typename T> inline T
largest (T a, T b)
{
  if (a > b)
    return a;
  return b;
}

shape *make_circle (int r);
int other_largest ();
