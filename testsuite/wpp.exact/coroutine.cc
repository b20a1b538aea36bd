// flags: -std=c++20
// Coroutines, with exceptions out of them.
#include <coroutine>
#include <cstdio>
#include <exception>

struct generator
{
  struct promise_type
  {
    int value;
    std::exception_ptr error;
    generator get_return_object () { return { std::coroutine_handle<promise_type>::from_promise (*this) }; }
    std::suspend_always initial_suspend () { return {}; }
    std::suspend_always final_suspend () noexcept { return {}; }
    std::suspend_always yield_value (int v) { value = v; return {}; }
    void return_void () {}
    void unhandled_exception () { error = std::current_exception (); }
  };
  std::coroutine_handle<promise_type> handle;
  ~generator () { handle.destroy (); }
  bool
  next ()
  {
    handle.resume ();
    if (handle.promise ().error)
      std::rethrow_exception (handle.promise ().error);
    return !handle.done ();
  }
};

static generator
numbers (int n)
{
  for (int i = 0; i < n; i++)
    {
      if (i == 7)
        throw i;
      co_yield i % 3 ? i : -i;
    }
}

int
main ()
{
  int s = 0;
  for (int n = 0; n < 10; n += 3)
    {
      auto g = numbers (n);
      try
        {
          while (g.next ())
            s += g.handle.promise ().value;
        }
      catch (int i)
        {
          s += 100 * i;
        }
    }
  std::printf ("%d\n", s);
  return 0;
}
