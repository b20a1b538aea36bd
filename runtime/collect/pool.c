/* A pool of at most so many files (WPP_FILE with %Nm), and the bytes that they may take (WPP_OPTIONS=disk=).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A run's profile gets the first free one of the pool's names.  Where all are taken, all of them are merged to the
   first, by `wpp merge', under a lock on their folder, and the others removed: what that costs is shared by as many
   runs as the pool has files.  Every file is an ordinary profile at any time.  A run that is in two of them, because
   the collector was killed between merging and removing, counts once when they are merged again: merging is idempotent.

   Who finds all names taken waits for the lock, and the program with it: so collectors do not pile up.  */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/part.h"
#include "runtime/collect/collect.h"

#define FIXED_ARGUMENTS 8
static const char *const kept[] = { ".all", ".grm", ".graph", ".idx", ".nst", ".paths", ".trc", ".wet" };

/* Let NAME be that of number K of the pool of C.  */
static void
member_name (const struct collection *c, uint32_t k, char name[WPP_PATH_BYTES + 64])
{
  const struct wpp_pool_place *pool = &c->shared->pool;
  const char *file = c->shared->file;
  size_t n = strnlen (file, WPP_PATH_BYTES - 1), end = pool->at + (size_t) pool->bytes;
  if (end > n)
    end = n;
  snprintf (name, WPP_PATH_BYTES + 64, "%.*s%u%.*s", (int) (pool->at < n ? pool->at : n), file, k, (int) (n - end),
            file + end);
}

static uint32_t
pool_size (const struct collection *c)
{
  return c->shared->pool.files;
}

/* Let FOLDER be that of C's files, and end with a slash.  Return its length, or 0: it has none.  */
static size_t
folder_of (const struct collection *c, char folder[sizeof c->part])
{
  snprintf (folder, sizeof c->part, "%s", c->part);
  char *slash = strrchr (folder, '/');
  if (!slash)
    return 0;
  slash[1] = 0;
  return slash + 1 - folder;
}

/* Open and lock the folder of C's files.  A folder that cannot be locked is not: then two collectors may merge the same
   files, which does no harm but takes time.  */
static int
lock_folder (const struct collection *c)
{
  char folder[sizeof c->part];
  if (!folder_of (c, folder))
    return -1;
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  while (fd >= 0 && flock (fd, LOCK_EX) < 0 && errno == EINTR)
    continue;
  return fd;
}

static void
unlock_folder (int fd)
{
  if (fd >= 0)
    close (fd);
}

/* Give C->part a name that no file has, NAME.  */
static bool
rename_new (const struct collection *c, const char *name)
{
  if (renameat2 (AT_FDCWD, c->part, AT_FDCWD, name, RENAME_NOREPLACE) == 0)
    return true;
  if ((errno != EINVAL && errno != ENOSYS) || link (c->part, name) < 0)
    return false;
  unlink (c->part);
  return true;
}

/* Give C->part the first free name of the pool.  The search begins somewhere else in each process, as most of the first
   ones are taken.  */
static bool
take_name (struct collection *c)
{
  uint32_t n = pool_size (c);
  char name[sizeof c->name];
  for (uint32_t i = 0; i < n; i++)
    {
      member_name (c, (c->shared->pid + i) % n + 1, name);
      if (rename_new (c, name))
        {
          strcpy (c->name, name);
          return true;
        }
      if (errno != EEXIST)
        break;
    }
  return false;
}

/* Let TOOL be the program wpp that was installed, or built, with this collector.  */
static bool
find_tool (char tool[PATH_MAX])
{
  static const char *const places[] = { "wpp", "../../bin/wpp" };
  char own[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", own, sizeof own - 1);
  if (n <= 0)
    return false;
  own[n] = 0;
  char *slash = strrchr (own, '/');
  if (!slash)
    return false;
  *slash = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (snprintf (tool, PATH_MAX, "%s/%s", own, places[i]) < PATH_MAX && access (tool, X_OK) == 0)
      return true;
  return false;
}

/* Run TOOL with ARGV; return whether it succeeded.  */
static bool
succeeds_p (const char *tool, char **argv)
{
  char *environment[] = { "WPP_OPTIONS=", NULL };
  pid_t pid;
  int status;
  if (posix_spawn (&pid, tool, NULL, NULL, argv, environment) != 0)
    return false;
  while (waitpid (pid, &status, 0) < 0)
    if (errno != EINTR)
      return false;
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

/* Remove what readers have kept of NAME.  */
static void
remove_kept (const char *name)
{
  char beside[WPP_PATH_BYTES + 80];
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    if (snprintf (beside, sizeof beside, "%s%s", name, kept[i]) < (int) sizeof beside)
      unlink (beside);
}

/* Merge all files of the pool, and C->part, to the first.  */
static bool
merge (struct collection *c)
{
  uint32_t n = pool_size (c), n_args = 0;
  char tool[PATH_MAX], (*names)[sizeof c->name] = calloc (n, sizeof *names);
  char **argv = calloc (n + FIXED_ARGUMENTS + 1, sizeof *argv);
  bool done = names && argv && find_tool (tool);
  if (done)
    {
      char *fixed[] = { "wpp", "merge", "--foreign", "--lossy", "-o", names[0], "--", c->part };
      memcpy (argv, fixed, sizeof fixed);
      n_args = sizeof fixed / sizeof *fixed;
    }
  for (uint32_t k = 0; k < n && done; k++)
    {
      member_name (c, k + 1, names[k]);
      if (access (names[k], F_OK) == 0)
        argv[n_args++] = names[k];
    }
  done = done && succeeds_p (tool, argv);
  for (uint32_t k = 0; k < n && done; k++)
    {
      if (k)
        unlink (names[k]);
      remove_kept (names[k]);
    }
  if (done)
    {
      unlink (c->part);
      strcpy (c->name, names[0]);
    }
  free (names);
  free (argv);
  return done;
}

int
pool_publish (struct collection *c)
{
  if (take_name (c))
    return 0;
  if (errno != EEXIST)
    return WPP_E_IO;
  int folder = lock_folder (c);
  bool done = take_name (c) || merge (c);
  unlock_folder (folder);
  if (done)
    return 0;
  /* The run must not be lost: it keeps a name of its own.  */
  if (rename (c->part, c->name) < 0)
    return WPP_E_IO;
  snprintf (c->shared->error, sizeof c->shared->error,
            "%.300s: the files of the pool cannot be merged; this run is apart", c->name);
  __atomic_store_n (&c->shared->failed, 1, __ATOMIC_RELEASE);
  return 0;
}

/* ---- The bytes that all files may take.  */

/* The bytes of the files of C's pattern, but for C->part, and, outside of a pool, for the file that this one will
 * replace.  */
static uint64_t
taken (const struct collection *c)
{
  char folder[sizeof c->part];
  size_t n = folder_of (c, folder);
  if (!n)
    return 0;
  const char *family = c->shared->file + n, *part = c->part + n, *own = c->shared->pool.files ? "" : c->name + n;
  size_t same = c->shared->pool.family > n ? c->shared->pool.family - n : 0;
  DIR *d = opendir (folder);
  struct dirent *e;
  struct stat st;
  uint64_t sum = 0;
  while (d && (e = readdir (d)))
    if (strncmp (e->d_name, family, same) == 0 && strcmp (e->d_name, part) && strcmp (e->d_name, own)
        && fstatat (dirfd (d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG (st.st_mode))
      sum += st.st_size;
  if (d)
    closedir (d);
  return sum;
}

uint64_t
pool_room (const struct collection *c)
{
  uint64_t disk = c->shared->disk, sum = disk ? taken (c) : 0;
  return !disk ? UINT64_MAX : sum < disk ? disk - sum : 0;
}
