/* flags: -std=c++20 */
/* gcc: 11 */
/* A coroutine that is resumed eleven times and destroyed at its end.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <coroutine>
#include <cstdio>
struct generator {
  struct promise_type {
    int value;
    generator get_return_object () { return { std::coroutine_handle<promise_type>::from_promise (*this) }; }
    std::suspend_always initial_suspend () { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    std::suspend_always yield_value (int v) { value = v; return {}; }
    void return_void () {}
    void unhandled_exception () {}
  };
  std::coroutine_handle<promise_type> h;
  bool next () { h.resume (); return !h.done (); }
  ~generator () { h.destroy (); }
};
namespace ns {
static int twice (int x) { return 2 * x; }
generator
count (int n)
{
  for (int i = 0; i < n; i++)
    {
      if (i % 3 == 0)
        co_yield twice (i);
      else
        co_yield i;
    }
}
}
int
main ()
{
  int s = 0;
  {
    generator g = ns::count (10);
    while (g.next ())
      s += g.h.promise ().value;
  }
  printf ("%d\n", s);
}
