/* The end of programs that count their blocks (blockcounts.cc): a line a block goes to the file COUNT_BLOCKS.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   FUNCTION BLOCK LINE PRECISE EXPECTED COUNTED UNIT

   If COUNT_BLOCKS ends with a slash, each process has a file PROGRAM.PID of its own in that folder.  A child begins
   with counts of 0; _exit and execve are ends as well, but not of a child of vfork, whose counts are its parent's.  */

#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct block
{
  const char *function;
  int64_t index, line, precise;
  uint64_t expected;
};

struct unit
{
  uint64_t *counts;
  const struct block *blocks;
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

static void __attribute__ ((destructor))
print_blocks (void)
{
  FILE *file = open_file ();
  if (!file)
    return;
  for (const struct unit *u = __start_count_blocks; u < __stop_count_blocks; u++)
    for (uint64_t i = 0; i < u->n; i++)
      {
        const struct block *b = &u->blocks[i];
        fprintf (file, "%s %d %d %d %llu %llu %s\n", b->function, (int) b->index, (int) b->line, (int) b->precise,
                 (unsigned long long) b->expected, (unsigned long long) u->counts[i], u->name);
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

void
_exit (int status)
{
  end ();
  for (;;)
    syscall (SYS_exit_group, status);
}
