// Constructors and destructors of every priority, objects of static, thread and function scope.
#include <cstdio>
#include <cstdlib>

static int trace_;
struct object
{
  int n;
  explicit object (int n) : n (n) { for (int i = 0; i < n; i++) trace_ += i; }
  ~object () { for (int i = 0; i < n; i++) if (i % 2) trace_ -= i; else trace_++; }
};
__attribute__ ((init_priority (101))) static object earliest (3);
static object usual (4);
static thread_local object of_thread (5);

__attribute__ ((constructor (101))) static void first () { if (trace_ > 100) trace_ = 0; trace_++; }
__attribute__ ((constructor)) static void later () { for (int i = 0; i < 5; i++) trace_ += 2; }
__attribute__ ((destructor (101))) static void last () { if (trace_) { std::printf ("%d\n", trace_); std::fflush (stdout); } }
__attribute__ ((destructor)) static void sooner () { if (trace_ > 3) trace_ += 7; }

static void registered () { while (trace_ % 5) trace_++; }
static object &local () { static object o (6); return o; }

int
main ()
{
  std::atexit (registered);
  std::at_quick_exit (registered);
  trace_ += of_thread.n + local ().n + local ().n;
  return 4;
}
