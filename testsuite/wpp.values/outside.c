/* Functions that are called from outside, in all ways: by the C library, threads, the loader, and by their address.  */
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <dlfcn.h>
#include <ftw.h>
#include <glob.h>
#include <obstack.h>
#include <ucontext.h>
#include <wchar.h>
struct t
{
  long a, b, c;
};
static int
cmp (const void *a, const void *b)
{
  const int *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

static int
cmp_r (const void *a, const void *b, void *d)
{
  return (*(const int *)a - *(const int *)b) * *(int *)d;
}

static void *
start (void *p)
{
  int *q = p;
  *q += 5;
  return q;
}

static void
at_exit (void)
{
  static int n;
  n += 3;
}

static void
on_ex (int status, void *p)
{
  *(int *)p += status;
}

static void
handler (int s, siginfo_t *i, void *u)
{
  static int k;
  k += s + i->si_signo;
}

static int
table_fn (int a, double b, char c)
{
  return a + (int)b + c;
}

static int (*const table[]) (int, double, char) = { table_fn, table_fn };
static void
walker (const void *node, VISIT v, int depth)
{
  static int n;
  n += depth + *(*(int **)node);
}

static int
ftw_cb (const char *p, const struct stat *s, int f)
{
  return strlen (p) > 400 ? f : 0;
}

static void
key_free (void *p)
{
  *(int *)p = 0;
}

static void __attribute__ ((constructor)) ctor (int c, char **v, char **e)
{
  static int n;
  n = c + (v != 0);
}

static void __attribute__ ((destructor)) dtor (void)
{
  static int n = 4;
  n++;
}

static void
cleanup (int *p)
{
  *p += 2;
}

static int
aliased_body (int x, int y)
{
  return x * y + 1;
}

int aliased (int x, int y) __attribute__ ((alias ("aliased_body")));
static inline __attribute__ ((noinline)) int
clone_me (int a, int b, struct t *t)
{
  int s = 0;
  for (int i = 0; i < b; i++)
    s += a * i + t->b;
  return s;
}

static ssize_t
cookie_write (void *c, const char *b, size_t n)
{
  *(int *)c += (int)n + b[0];
  return n;
}

static struct t
by_value (struct t x, struct t y)
{
  x.a += y.b;
  return x;
}

int
exported (int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m, int n, int o,
          int p)
{
  return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
}

static void
ctx (int a, int b)
{
  static int n;
  n += a - b;
}

static int
variadic (int n, ...)
{
  __builtin_va_list v;
  __builtin_va_start (v, n);
  int s = 0;
  while (n--)
    s += __builtin_va_arg(v, int);
  __builtin_va_end (v);
  return s;
}

int
main (int argc, char **argv)
{
  int v[20], d = -1, cookie = 1;
  void *root = 0;
  for (int i = 0; i < 20; i++)
    v[i] = i * 7 % 13;
  qsort (v, 20, 4, cmp);
  qsort_r (v, 20, 4, cmp_r, &d);
  int key = 5;
  bsearch (&key, v, 20, 4, cmp);
  for (int i = 0; i < 5; i++)
    tsearch (&v[i], &root, cmp);
  twalk (root, walker);
  pthread_t th;
  pthread_create (&th, 0, start, &v[3]);
  void *r;
  pthread_join (th, &r);
  pthread_key_t k;
  pthread_key_create (&k, key_free);
  pthread_setspecific (k, &v[4]);
  pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once (&once, at_exit);
  atexit (at_exit);
  on_exit (on_ex, &d);
  struct sigaction a = { .sa_flags = SA_SIGINFO };
  a.sa_sigaction = handler;
  sigaction (SIGUSR1, &a, 0);
  raise (SIGUSR1);
  int s = 0;
  for (int i = 0; i < 6; i++)
    s += table[i & 1](i, i * 1.5, 'a' + i);
  ftw ("/proc/self/fd", ftw_cb, 4);
  {
    int z __attribute__ ((cleanup (cleanup))) = 4;
    s += z;
  }
  s += aliased (argc, 6) + aliased_body (s, 2);
  struct t t = { 1, 2, 3 }, u = { 4, 5, 6 };
  s += clone_me (3, 7, &t) + clone_me (3, 9, &u);
  t = by_value (t, u);
  s += t.a;
  cookie_io_functions_t io = { .write = cookie_write };
  FILE *c = fopencookie (&cookie, "w", io);
  fprintf (c, "hello %d", s);
  fclose (c);
  int (*e) (int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int)
      = dlsym (RTLD_DEFAULT, "exported");
  if (e)
    s += e (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, s);
  s += variadic (3, s, 4, 5);
  ucontext_t m, n;
  char *stack = malloc (65536);
  getcontext (&n);
  n.uc_stack.ss_sp = stack;
  n.uc_stack.ss_size = 65536;
  n.uc_link = &m;
  makecontext (&n, (void (*) (void))ctx, 2, 5, s);
  swapcontext (&m, &n);
  printf ("%d %d %d\n", s, d, cookie);
  return 0;
}
