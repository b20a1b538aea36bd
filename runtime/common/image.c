/* Loading the image of the server, a shared object, from the object that contains it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   The dynamic linker loads files only.  So the image becomes a file for a moment: in memory; or, where memory may not
   be executed, in a folder.  Whatever has the library has the server too: nothing need be installed.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/memfd.h>
#include "runtime/common/server.h"
#include "runtime/common/syscall.h"

/* Of Linux 6.3 on: without it, memory cannot be executed where the system is set so.  */
#ifndef MFD_EXEC
#define MFD_EXEC 0x10u
#endif

/* Where dlopen is in a library of its own, whoever has opened this object has loaded that.  */
extern __typeof__ (dlopen) dlopen __attribute__ ((weak));
extern __typeof__ (dlerror) dlerror __attribute__ ((weak));
extern __typeof__ (dladdr) dladdr __attribute__ ((weak));

/* With weak symbols alone (notes.c), the linker would take the C library for one that nobody needs.  */
static const void *const libc __attribute__ ((used)) = dl_iterate_phdr;

extern const char __ehdr_start[] __attribute__ ((visibility ("hidden")));

/* image-data.S */
extern const char __wpp_image[] __attribute__ ((visibility ("hidden")));
extern const char __wpp_image_end[] __attribute__ ((visibility ("hidden")));

WPP_INTO_UNLESS_COMPILED;

static bool
write_all (int fd, const char *at, const char *end)
{
  while (at < end)
    {
      long done = wpp_syscall4 (SYS_write, fd, (long) at, end - at, 0);
      if (done <= 0 && done != -EINTR)
        return false;
      at += done > 0 ? done : 0;
    }
  return true;
}

/* Write the image to FD.  Exceeding the soft limit on the size of files, which is meant for the program's own files,
   would raise a signal, so the limit is lifted meanwhile.  */
static bool
write_image (int fd)
{
  struct rlimit limit = wpp_get_limit (RLIMIT_FSIZE), lifted = { limit.rlim_max, limit.rlim_max };
  uint64_t bytes = __wpp_image_end - __wpp_image;
  if (limit.rlim_max < bytes)
    return false;
  if (limit.rlim_cur < bytes)
    wpp_set_limit (RLIMIT_FSIZE, lifted);
  bool written = write_all (fd, __wpp_image, __wpp_image_end);
  if (limit.rlim_cur < bytes)
    wpp_set_limit (RLIMIT_FSIZE, limit);
  return written;
}

/* Load the file NAME, for ever.  */
static bool
load (const char *name)
{
  return dlopen && dlopen (name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
}

static bool
load_from_memory (void)
{
  int held[3];
  unsigned n_held = __wpp_hold_low (held);
  long fd = wpp_syscall2 (SYS_memfd_create, (long) "wpp-server", MFD_CLOEXEC | MFD_EXEC);
  if (fd == -EINVAL)
    fd = wpp_syscall2 (SYS_memfd_create, (long) "wpp-server", MFD_CLOEXEC);
  __wpp_let_low (held, n_held);
  if (wpp_failed_p (fd))
    return false;
  /* Nobody else calls a library so: the dynamic linker takes one of the same name for the same.  */
  char name[48] = "/proc/self/./fd/";
  __wpp_append_number (name, sizeof name, fd);
  bool loaded = write_image (fd) && load (name);
  wpp_syscall2 (SYS_close, fd, 0);
  return loaded;
}

static bool
load_from_folder (const char *folder)
{
  char name[PATH_MAX];
  name[0] = 0;
  __wpp_append (name, sizeof name, folder);
  __wpp_append (name, sizeof name, "/.wpp-server-");
  __wpp_append_number (name, sizeof name, wpp_syscall2 (SYS_getpid, 0, 0));
  __wpp_append (name, sizeof name, ".so");
  long fd = __wpp_open (name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (wpp_failed_p (fd))
    return false;
  bool written = write_image (fd);
  wpp_syscall2 (SYS_close, fd, 0);
  bool loaded = written && load (name);
  wpp_unlink_name (name);
  return loaded;
}

/* Print why this object is not recorded.  The program must not find our error, which dlerror forgets here.  */
static void
complain (void)
{
  Dl_info info = { .dli_fname = "a library" };
  const char *why = dlerror ? dlerror () : 0;
  if (dladdr)
    dladdr (__ehdr_start, &info);
  __wpp_complain (info.dli_fname, " is not recorded: ", why ? why : "its runtime cannot be loaded", 0);
}

static void
load_image (void)
{
  static const char *const folders[] = { "/tmp", "/var/tmp", "/dev/shm", "." };
  bool loaded = load_from_memory ();
  for (unsigned i = 0; !loaded && i < sizeof folders / sizeof *folders; i++)
    loaded = load_from_folder (folders[i]);
  if (!loaded)
    complain ();
}

const struct wpp_server *
__wpp_find_or_load (enum wpp_service service)
{
  static bool tried;
  const struct wpp_server *found = __wpp_find_server (service);
  if (found || tried)
    return found;
  tried = true;
  load_image ();
  found = __wpp_find_server (service);
  if (found)
    *found->into = __wpp_into;
  return found;
}
