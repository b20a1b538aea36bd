/* wpp-collect: turns a running program's events into a profile.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Started by the runtime in programs built with -fwpp-generate, never by hand: descriptor 3 is
   the memory shared with the program, descriptor 4 a pidfd of it, descriptor 5, if there is one, the locked file
   NAME.part (base/part.h).  It works until the program has ended.

   Two more threads only wait for that end, because the main thread sleeps on a futex and cannot wait for other things
   at the same time.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "runtime/collect/collect.h"
#include "runtime/common/syscall.h"

#define IDLE 1000 /* ms between checks of a program that stores nothing */
#define OWN_MEMORY (64u << 20)  /* bytes that are needed beside grammars and the shared memory */
#define BIG_BLOCK (256 << 10)   /* bytes of a block that free gives back to the system at once */
#define STACK_BYTES (1u << 20)  /* of a thread's stack */

void
collect_fail (struct collection *c, const char *what, int error)
{
  struct wpp_shared *s = c->shared;
  if (s->failed)
    return;
  snprintf (s->error, sizeof s->error, "no profile: %s%s%s", what, error ? ": " : "",
            error ? strerror (error) : "");
  __atomic_store_n (&s->failed, 1, __ATOMIC_RELEASE);
}

void
collect_lack (struct collection *c, uint64_t events)
{
  struct wpp_shared *s = c->shared;
  snprintf (s->error, sizeof s->error, "%.300s: no room: %llu events are not in it", c->name,
            (unsigned long long) events);
  __atomic_store_n (&s->failed, 1, __ATOMIC_RELEASE);
}

/* Let the kernel inform the program when this process dies: the kernel marks the futex words on a thread's robust
   list.  */
static void
make_known (struct wpp_shared *s)
{
  static struct robust_list node;
  static struct robust_list_head head;
  node.next = &head.list;
  head.list.next = &node;
  head.futex_offset = (char *) &s->life - (char *) &node;
  syscall (SYS_set_robust_list, &head, sizeof head);
  __atomic_store_n (&s->life, (uint32_t) gettid (), __ATOMIC_RELEASE);
}

/* The limits were meant for the program.  */
static void
lift_limits (void)
{
  static const int which[] = { RLIMIT_AS, RLIMIT_CPU, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_NOFILE };
  for (size_t i = 0; i < sizeof which / sizeof *which; i++)
    {
      struct rlimit limit;
      if (getrlimit (which[i], &limit) == 0)
        {
          limit.rlim_cur = limit.rlim_max;
          setrlimit (which[i], &limit);
        }
    }
  signal (SIGXFSZ, SIG_IGN);
  /* And so was its priority, if it is a real-time one.  */
  struct sched_param ordinary = { 0 };
  int policy = sched_getscheduler (0) & ~SCHED_RESET_ON_FORK;
  if (policy == SCHED_FIFO || policy == SCHED_RR)
    sched_setscheduler (0, SCHED_OTHER, &ordinary);
}

/* Make malloc give freed memory back to the system: use one arena, and map big blocks separately.  */
static void
restrain_malloc (void)
{
  pthread_attr_t attributes;
  mallopt (M_ARENA_MAX, 1);
  mallopt (M_MMAP_THRESHOLD, BIG_BLOCK);
  if (pthread_attr_init (&attributes) == 0 && pthread_attr_setstacksize (&attributes, STACK_BYTES) == 0)
    pthread_setattr_default_np (&attributes);
}

/* The bytes that the limit WHICH leaves for grammars when MAPPED bytes count, too.  This is half of the rest, because
   tables need more memory for a moment when they grow.  */
static uint64_t
left_by (int which, uint64_t mapped)
{
  struct rlimit limit;
  if (getrlimit (which, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY)
    return UINT64_MAX;
  uint64_t used = mapped + OWN_MEMORY;
  return limit.rlim_cur > used ? (limit.rlim_cur - used) / 2 : 0;
}

/* The bytes that the limits of control groups leave for grammars: a quarter, because the program is in the same
   groups.  */
static uint64_t
left_by_groups (void)
{
  uint64_t limit = cgroup_memory ();
  return limit > OWN_MEMORY ? (limit - OWN_MEMORY) / 4 : 0;
}

/* The bytes that all grammars and the rings may take.  An eighth of what the collector may take is left for growing
   tables and for coding.  */
static uint64_t
memory_most (const struct wpp_shared *s)
{
  uint64_t most = s->memory - s->memory / 8;
  uint64_t limits[] = { left_by (RLIMIT_AS, wpp_shared_bytes (s->n_slots)), left_by (RLIMIT_DATA, 0),
                        left_by_groups () };
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    most = most < limits[i] ? most : limits[i];
  return most;
}

/* Map the shared memory FD; return null when it is not valid.  If it has another version, the program reads ours where
   its own was: that has been at the same place in all versions.  */
static struct wpp_shared *
map_memory (int fd)
{
  struct stat st;
  if (fstat (fd, &st) < 0 || st.st_size < (off_t) offsetof (struct wpp_shared, n_slots))
    return NULL;
  struct wpp_shared *s = mmap (NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (s == MAP_FAILED || s->magic != WPP_SHARED_MAGIC)
    return NULL;
  if (s->version != WPP_SHARED_VERSION)
    {
      __atomic_store_n (&s->version, WPP_SHARED_VERSION, __ATOMIC_RELEASE);
      return NULL;
    }
  if (st.st_size < (off_t) wpp_shared_bytes (1) || s->n_slots > WPP_SLOTS_MAX
      || wpp_shared_bytes (s->n_slots) != (uint64_t) st.st_size)
    return NULL;
  return s;
}

/* Map FD, the same object, in place of S.  */
static struct wpp_shared *
move_mapping (struct wpp_shared *s, int fd)
{
  void *at = mmap (s, wpp_shared_bytes (s->n_slots), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                   fd, 0);
  return at == MAP_FAILED ? NULL : at;
}

/* Answer a request to write the profile.  */
static void
finish (struct collection *c)
{
  struct wpp_shared *s = c->shared;
  uint32_t ticket = __atomic_load_n (&s->finish_wanted, __ATOMIC_SEQ_CST);
  uint32_t kind = __atomic_load_n (&s->finish_kind, __ATOMIC_RELAXED);
  drain_slots (c, DRAIN_ALL);
  /* Hardly any event comes after an exit.  So the grammars are finished now, which saves copying them, and coding them
     again when the program has ended.  */
  if (kind == WPP_FINISH_EXIT)
    streams_finish (c);
  output_write (c, kind == WPP_FINISH_FLUSH);
  if (kind == WPP_FINISH_FLUSH)
    output_open (c);
  __atomic_store_n (&s->finish_done, ticket, __ATOMIC_SEQ_CST);
  wpp_futex_wake (&s->finish_done);
}

static void
sweep (struct collection *c)
{
  struct wpp_shared *s = c->shared;
  uint32_t ticket = __atomic_load_n (&s->sweep_wanted, __ATOMIC_SEQ_CST);
  drain_sweep (c);
  __atomic_store_n (&s->sweep_done, ticket, __ATOMIC_SEQ_CST);
  wpp_futex_wake (&s->sweep_done);
}

static bool
requested_p (uint32_t *wanted, uint32_t *done)
{
  return __atomic_load_n (wanted, __ATOMIC_SEQ_CST) != __atomic_load_n (done, __ATOMIC_RELAXED);
}

/* Is it after the moment with which recording ends?  Then what was stored by now is the last.  */
static bool
over_p (struct collection *c)
{
  uint64_t until = c->shared->until;
  if (c->over || !until || wpp_time (CLOCK_MONOTONIC) < until)
    return c->over;
  drain_slots (c, DRAIN_ALL);
  return c->over = true;
}

/* ms until something may have to be done.  */
static long
patience (const struct collection *c)
{
  uint64_t until = c->over ? 0 : c->shared->until, now = until ? wpp_time (CLOCK_MONOTONIC) : 0;
  uint64_t left = until > now ? (until - now) / 1000000 + 1 : 0;
  return left && left < IDLE ? (long) left : IDLE;
}

/* Sleep until the program wants something.  */
static void
sleep_until_work (struct collection *c)
{
  struct wpp_shared *s = c->shared;
  uint32_t work = __atomic_load_n (&s->work, __ATOMIC_SEQ_CST);
  __atomic_store_n (&s->sleeping, 1, __ATOMIC_SEQ_CST);
  if (!drain_pending (c) && !__atomic_load_n (&c->watch.ended, __ATOMIC_SEQ_CST)
      && !requested_p (&s->finish_wanted, &s->finish_done)
      && !requested_p (&s->sweep_wanted, &s->sweep_done))
    wpp_futex_wait (&s->work, work, patience (c));
  __atomic_store_n (&s->sleeping, 0, __ATOMIC_SEQ_CST);
}

/* Collect until the program has ended.  Ended threads are searched for when as many new threads have come as there are
   slots in use.  */
static void
collect (struct collection *c)
{
  struct wpp_shared *s = c->shared;
  uint32_t swept_at = 0;
  while (!__atomic_load_n (&c->watch.ended, __ATOMIC_SEQ_CST))
    {
      over_p (c);
      bool progress = drain_slots (c, DRAIN_CHUNKS);
      uint32_t threads = __atomic_load_n (&s->n_threads, __ATOMIC_RELAXED);
      if (requested_p (&s->sweep_wanted, &s->sweep_done)
          || threads - swept_at > s->slots_used / 2 + 2)
        {
          swept_at = threads;
          sweep (c);
        }
      if (requested_p (&s->finish_wanted, &s->finish_done))
        finish (c);
      if (!progress)
        sleep_until_work (c);
    }
}

/* Take the events that the program has left.  If it ended in another way than its exit handler said, for example
   because a destructor crashed, write the profile again.  */
static void
conclude (struct collection *c)
{
  enum wpp_ending ending;
  int status;
  drain_slots (c, DRAIN_DEAD);
  find_ending (&c->watch, &ending, &status);
  if (c->changed || ending != c->ending || status != c->status)
    output_write (c, false);
  output_close (c);
}

/* Become the command that gets the file, if there is one.  */
static void
hand_over (const struct collection *c)
{
  char command[WPP_PATH_BYTES];
  snprintf (command, sizeof command, "%.*s", (int) sizeof command - 1, c->shared->done);
  char *argv[] = { command, (char *) c->name, NULL };
  char *environment[] = { "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", NULL };
  if (!command[0] || !c->written)
    return;
  close_range (3, ~0u, 0);
  execve (command, argv, environment);
}

/* Open the memory of descriptor MEMORY again, so that this process does not share the image's lock.  Return -1 when
   that fails, for example without /proc.  */
static int
open_apart (const struct wpp_shared *s, int memory)
{
  char name[32];
  snprintf (name, sizeof name, "/proc/self/fd/%d", memory);
  return s->locked ? open (name, O_RDWR | O_CLOEXEC) : -1;
}

static bool
start_watching (struct watch *w)
{
  pthread_t thread;
  watch_open (w);
  return pthread_create (&thread, NULL, watch_process, w) == 0
         && (w->memory < 0 || pthread_create (&thread, NULL, watch_image, w) == 0);
}

static int
run (int memory, int process, int part)
{
  static struct collection c = { .spool = -1, .part_fd = -1 };
  c.given_part = part;
  struct wpp_shared *s = map_memory (memory);
  if (!s)
    return 2;
  c.watch = (struct watch){ .shared = s, .process = process, .memory = open_apart (s, memory) };
  /* A mapping keeps its open file, and so the lock.  */
  if (c.watch.memory >= 0)
    s = move_mapping (s, c.watch.memory);
  if (!s)
    return 2;
  close (memory);
  c.shared = c.watch.shared = s;
  make_known (s);
  c.n_slots = s->n_slots;
  c.memory_most = memory_most (s);
  c.takers = calloc (c.n_slots, sizeof *c.takers);
  c.changed = true;
  if (!c.takers || !start_watching (&c.watch))
    return 2;
  output_open (&c);
  collect (&c);
  conclude (&c);
  hand_over (&c);
  return 0;
}

static void
print_help (void)
{
  puts ("Usage: wpp-collect [--help|--version]\n"
        "Turn the events of a running program into a profile.\n\n"
        "Programs built with -fwpp-generate start it; it is not to be started by hand.\n"
        "They read these variables of the environment when they are loaded:\n"
        "  WPP_FILE=PATTERN   name of the profile: %e program, %p process id, %h host, %Nm a pool of\n"
        "                     N files, %% percent;\n"
        "                     %e.%p.wpp by default; FOLDER/ for such names in there\n"
        "  WPP_OPTIONS=KEY=VALUE:...\n"
        "                     raw=1, exact=1, exponents=0, grammar=now, memory=SIZE, keep=SIZE, from=, to=,\n"
        "                     every=N, disk=SIZE, done=COMMAND\n"
        "  WPP_COLLECT=FILE   the collector to start instead of the installed one\n\n"
        "See wpp-collect(1).");
}

int
main (int argc, char **argv)
{
  struct stat st;
  if (argc == 2 && strcmp (argv[1], "--help") == 0)
    {
      print_help ();
      return 0;
    }
  if (argc == 2 && strcmp (argv[1], "--version") == 0)
    {
      puts ("wpp-collect (wpp) " WPP_VERSION);
      return 0;
    }
  bool part = argc == 4 && strcmp (argv[3], "5") == 0;
  if (argc != 3 + part || strcmp (argv[1], "3") != 0 || strcmp (argv[2], "4") != 0 || fstat (3, &st) < 0)
    {
      fputs ("wpp-collect: is started by programs built with -fwpp-generate, not by hand; see wpp-collect --help\n",
             stderr);
      return 2;
    }
  lift_limits ();
  restrain_malloc ();
  if (chdir ("/") < 0)
    return 2;
  return run (3, 4, part ? 5 : -1);
}
