/* What works on this machine, and what to do about the rest (doctor.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>
#include "answers/doctor.h"
#include "base/text.h"

static const struct wpp_row_column check_columns[]
  = { WPP_COLUMN (struct wpp_check_row, check, TEXT), WPP_COLUMN (struct wpp_check_row, works, TRUTH),
      WPP_COLUMN (struct wpp_check_row, said, TEXT), WPP_COLUMN (struct wpp_check_row, remedy, TEXT) };
static const struct wpp_schema check_schema = WPP_SCHEMA ("check", struct wpp_check_row, check_columns);
static const struct wpp_row_column head_columns[] = { WPP_COLUMN (struct wpp_doctor_head, works, TRUTH) };
const struct wpp_schema wpp_doctor_schema
  = WPP_SCHEMA ("doctor", struct wpp_doctor_head, head_columns, .rows = "checks", .of = &check_schema);

/* Disk space below which even small profiles are in danger, in bytes.  */
#define LEAST_SPACE (UINT64_C (64) << 20)

enum { LINE = 400 };

struct check
{
  const char *name;
  /* SAID [LINE]: what was found.  VARIABLES: a command that sets CC, WPP and D for the shell.  */
  bool (*works) (const struct check *c, const char *variables, char *said);
  const char *command;  /* for the shell: $CC, $WPP, $D; what it says is its first line */
  const char *remedy;
};

/* Set SAID to the first line that COMMAND prints after VARIABLES, errors included.  Return whether it succeeds.  */
static bool
run (const char *variables, const char *command, char *said)
{
  char *whole, rest[LINE];
  FILE *f;
  *said = 0;
  if (asprintf (&whole, "%s { %s\n} 2>&1 </dev/null", variables, command) < 0)
    return false;
  f = popen (whole, "r");
  free (whole);
  if (!f)
    return false;
  if (fgets (said, LINE, f))
    said[strcspn (said, "\n")] = 0;
  while (fgets (rest, sizeof rest, f))
    ;
  int status = pclose (f);
  return WIFEXITED (status) && WEXITSTATUS (status) == 0;
}

static bool
by_command (const struct check *c, const char *variables, char *said)
{
  return run (variables, c->command, said);
}

static bool
shared_memory (const struct check *c, const char *variables, char *said)
{
  int fd = memfd_create ("wpp", MFD_CLOEXEC);
  void *p = MAP_FAILED;
  if (fd >= 0 && ftruncate (fd, 1 << 20) == 0)
    p = mmap (NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  snprintf (said, LINE, p == MAP_FAILED ? "%m" : "memfd_create");
  if (p != MAP_FAILED)
    munmap (p, 1 << 20);
  if (fd >= 0)
    close (fd);
  return p != MAP_FAILED;
}

/* A filter is no trouble as long as what is needed passes it; the collector's check tells.  */
static bool
seccomp (const struct check *c, const char *variables, char *said)
{
  char line[LINE];
  int mode = 0, filters = 0;
  FILE *f = fopen ("/proc/self/status", "r");
  while (f && fgets (line, sizeof line, f))
    {
      sscanf (line, "Seccomp: %d", &mode);
      sscanf (line, "Seccomp_filters: %d", &filters);
    }
  if (f)
    fclose (f);
  snprintf (said, LINE, mode ? "%d filters of system calls are in force" : "no filter of system calls", filters);
  return mode != 1;
}

static bool
disk (const struct check *c, const char *variables, char *said)
{
  struct statvfs s;
  struct rlimit limit;
  if (statvfs (".", &s) || access (".", W_OK))
    {
      snprintf (said, LINE, "the working directory: %m");
      return false;
    }
  uint64_t space = (uint64_t) s.f_bavail * s.f_frsize;
  if (getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur < space)
    space = limit.rlim_cur;
  snprintf (said, LINE, "%llu MiB for profiles in the working directory", (unsigned long long) (space >> 20));
  return space >= LEAST_SPACE;
}

static const struct check checks[] = {
  { "compiler", by_command,
    "v=$(\"$CC\" -dumpfullversion -dumpversion) && echo \"GCC $v, by $CC\" || { \"$CC\" --version; false; }",
    "install gcc and g++, or name the one that is there when wpp is built: make GCC=gcc-12 install" },
  { "specs", by_command,
    "\"$CC\" -### -fwpp-generate -c \"$D/x.c\" 2>&1 | grep -q -- -fplugin-arg-wpp-generate &&"
    " echo 'the driver knows -fwpp-generate'"
    " || { \"$CC\" -fwpp-generate -c \"$D/x.c\" -o \"$D/x.o\"; false; }",
    "wpp.specs must be beside wpp-gcc: install wpp again" },
  { "plugin", by_command,
    "\"$CC\" -g -O2 -fwpp-generate -c \"$D/x.c\" -o \"$D/x.o\" && echo 'compiles with -fwpp-generate'",
    "the plugin must be built for this very compiler: in wpp's source folder, make clean; make GCC=gcc-N install" },
  { "runtime", by_command, "\"$CC\" -fwpp-generate \"$D/x.o\" -o \"$D/x\" && echo 'links with libwpp.a'",
    "libwpp.a must be where wpp.specs says: install wpp again" },
  { "shared memory", shared_memory, NULL, "let programs call memfd_create and mmap: without, raw events are written" },
  { "seccomp", seccomp, NULL, "run it outside this sandbox" },
  { "collector", by_command,
    "WPP_FILE=\"$D/x.wpp\" WPP_OPTIONS= \"$D/x\" >\"$D/out\" 2>&1 && [ ! -s \"$D/out\" ] && [ -s \"$D/x.wpp\" ] &&"
    " echo 'records a program'"
    " || { cat \"$D/out\"; false; }",
    "wpp-collect must be where it was installed, and executable, and files may not be limited (ulimit -f)" },
  { "tool", by_command, "\"$WPP\" lines \"$D/x.wpp\" | grep -q ' 10:' && echo 'reads the profile'"
    " || { \"$WPP\" info \"$D/x.wpp\"; false; }", "tool and collector must be of the same wpp: install it again" },
  { "use", by_command,
    "\"$CC\" -O2 -Werror -fwpp-use=\"$D/x.wpp\" -c \"$D/x.c\" -o \"$D/x.o\" && echo 'compiles with -fwpp-use'",
    "the plugin must be of the same wpp: install it again" },
  { "ccache", by_command, "command -v ccache >/dev/null || { echo 'not installed, and not needed'; exit 0; };"
    " v=$(ccache --version) && echo \"${v%%\n*}: sees profiles without a setting\"",
    "repair ccache, or set CCACHE_DISABLE=1" },
  { "disk", disk, NULL, "make room, raise `ulimit -f', or name another folder with WPP_FILE=FOLDER/" },
};

#define N_CHECKS (sizeof checks / sizeof *checks)

static const char program[]
  = "int twice (int);\nint main (void)\n{\n  int s = 0;\n  for (int i = 0; i < 10; i++)\n    s += twice (i);\n"
    "  return s != 90;\n}\nint twice (int n)\n{\n  return n > 5 ? 2 * n : n + n;\n}\n";

/* Make the folder FOLDER, the last six letters of which are chosen, with a program in it.  */
static int
make_folder (char *folder, struct wpp_place *place)
{
  char source[LINE];
  if (!mkdtemp (folder))
    return wpp_complain (place, "", 0, WPP_E_TOLD, "%s: cannot make a folder: %m", folder);
  snprintf (source, sizeof source, "%s/x.c", folder);
  FILE *f = fopen (source, "w");
  if (!f || fputs (program, f) < 0 || fclose (f))
    return wpp_complain (place, "", 0, WPP_E_TOLD, "%s: cannot write it: %m", source);
  return 0;
}

/* The compiler that belongs to the program WPP, malloc'ed; null when out of memory.  */
static char *
find_compiler (const char *wpp)
{
  char *beside;
  const char *slash = wpp ? strrchr (wpp, '/') : NULL;
  if (!slash)
    return strdup ("wpp-gcc");
  if (asprintf (&beside, "%.*s/wpp-gcc", (int)(slash - wpp), wpp) < 0)
    return NULL;
  if (!access (beside, X_OK))
    return beside;
  free (beside);
  return strdup ("wpp-gcc");
}

/* A command that sets the variables of checks; malloc'ed, null when out of memory.  */
static char *
set_variables (const char *wpp, const char *folder)
{
  char *cc = find_compiler (wpp), *cc_word = cc ? wpp_shell_word (cc) : NULL,
       *wpp_word = wpp_shell_word (wpp ? wpp : "wpp");
  char *command = NULL;
  if (cc_word && wpp_word && asprintf (&command, "export CC=%s WPP=%s D=%s;", cc_word, wpp_word, folder) < 0)
    command = NULL;
  free (cc);
  free (cc_word);
  free (wpp_word);
  return command;
}

/* Send what was FOUND to SINK.  Return the number of checks that failed, or an error.  */
static int64_t
send (const struct wpp_check_row found[N_CHECKS], struct wpp_row_sink *sink)
{
  int64_t failed = 0;
  for (size_t i = 0; i < N_CHECKS; i++)
    failed += !found[i].works;
  const struct wpp_doctor_head head = { !failed };
  int err = wpp_sink_begin (sink, &wpp_doctor_schema, &head);
  for (size_t i = 0; i < N_CHECKS && !err; i++)
    err = wpp_sink_row (sink, &found[i]);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : failed;
}

int64_t
wpp_answer_doctor (const char *wpp, const struct wpp_listener *listener, struct wpp_row_sink *sink,
                   struct wpp_place *place)
{
  char folder[] = "/tmp/wpp-doctor-XXXXXX", said[N_CHECKS][LINE], ignored[LINE];
  struct wpp_check_row found[N_CHECKS];
  int err = make_folder (folder, place);
  char *variables = err ? NULL : set_variables (wpp, folder);
  if (!variables)
    return err ? err : WPP_E_NOMEM;
  for (size_t i = 0; i < N_CHECKS; i++)
    {
      if (listener->doing)
        listener->doing (listener->data, "checking", checks[i].name);
      bool works = checks[i].works (&checks[i], variables, said[i]);
      found[i] = (struct wpp_check_row){ checks[i].name, works, said[i], works ? NULL : checks[i].remedy };
    }
  if (listener->done)
    listener->done (listener->data);
  run (variables, "rm -rf \"$D\"", ignored);
  free (variables);
  return send (found, sink);
}
