/* The end of programs that count their blocks (blockcounts.cc): a line a place in a block goes to file COUNT_BLOCKS.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   FUNCTION BLOCK LINE PRECISE EXPECTED COUNTED UNIT PLACE

   If COUNT_BLOCKS ends with a slash, each process has a file PROGRAM.PID of its own in that folder.  A child begins
   with counts of 0; _exit, execve, execv and execvp are ends as well, but not of a child of vfork, whose counts are its
   parent's.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct place
{
  const char *function;
  int64_t index, place, line, precise;
  uint64_t expected;
};

struct unit
{
  uint64_t *counts;
  const struct place *places;
  uint64_t n;
  const char *name;
};

extern const struct unit __start_count_blocks[] __attribute__ ((weak, visibility ("hidden")));
extern const struct unit __stop_count_blocks[] __attribute__ ((weak, visibility ("hidden")));

static pid_t self;

static void
clear (void)
{
  for (const struct unit *u = __start_count_blocks; u < __stop_count_blocks; u++)
    memset (u->counts, 0, u->n * sizeof *u->counts);
}

static void
begin_child (void)
{
  self = getpid ();
  clear ();
}

static void __attribute__ ((constructor))
begin (void)
{
  self = getpid ();
  pthread_atfork (NULL, NULL, begin_child);
}

static FILE *
open_file (void)
{
  const char *name = getenv ("COUNT_BLOCKS");
  char own[4096];
  if (name && *name && name[strlen (name) - 1] == '/')
    {
      snprintf (own, sizeof own, "%s%s.%ld", name, program_invocation_short_name, (long)getpid ());
      name = own;
    }
  return name ? fopen (name, "a") : NULL;
}

/* After the program's own destructors, whose priorities begin at 101.  */
#pragma GCC diagnostic ignored "-Wprio-ctor-dtor"
static void __attribute__ ((destructor (100)))
print_blocks (void)
{
  FILE *file = open_file ();
  if (!file)
    return;
  for (const struct unit *u = __start_count_blocks; u < __stop_count_blocks; u++)
    for (uint64_t i = 0; i < u->n; i++)
      {
        const struct place *p = &u->places[i];
        fprintf (file, "%s %d %d %d %llu %llu %s %d\n", p->function, (int) p->index, (int) p->line, (int) p->precise,
                 (unsigned long long) p->expected, (unsigned long long) u->counts[i], u->name, (int) p->place);
      }
  fclose (file);
}

/* Print the counts of what is about to end, and forget them.  */
static void
end (void)
{
  if (getpid () != self)
    return;
  print_blocks ();
  clear ();
}

int
execve (const char *path, char *const *arguments, char *const *environment)
{
  end ();
  return syscall (SYS_execve, path, arguments, environment);
}

/* The C library's own do not call execve by name.  */
int
execv (const char *path, char *const *arguments)
{
  return execve (path, arguments, environ);
}

int
execvp (const char *name, char *const *arguments)
{
  int (*next) (const char *, char *const *) = (int (*) (const char *, char *const *)) dlsym (RTLD_NEXT, "execvp");
  end ();
  return next (name, arguments);
}

void
_exit (int status)
{
  end ();
  for (;;)
    syscall (SYS_exit_group, status);
}
