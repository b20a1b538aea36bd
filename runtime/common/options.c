/* The options of a recording, from the environment.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include "runtime/common/common.h"
#include "runtime/common/ring.h"
#include "runtime/common/syscall.h"

#define DEFAULT_PATTERN "%e.%p.wpp"
#define DEFAULT_MEMORY (1ull << 30)

struct wpp_settings __wpp_settings;

static bool
equal_p (const char *a, const char *b)
{
  while (*a && *a == *b)
    a++, b++;
  return *a == *b;
}

/* Set the flag FLAG to VALUE, 0 or 1.  */
static bool
set_flag (uint32_t flag, const char *value)
{
  if (!equal_p (value, "0") && !equal_p (value, "1"))
    return false;
  __wpp_settings.options &= ~flag;
  if (*value == '1')
    __wpp_settings.options |= flag;
  return true;
}

/* When to make grammars: now or later.  */
static bool
set_grammar (const char *value)
{
  bool later = equal_p (value, "later");
  return (later || equal_p (value, "now")) && set_flag (WPP_OPTION_LATER, later ? "1" : "0");
}

/* Read a number of bytes with an optional K, M or G to *SIZE.  */
static bool
set_size (const char *value, uint64_t *size)
{
  uint64_t n = 0;
  const char *p = value;
  for (; *p >= '0' && *p <= '9'; p++)
    if (__builtin_mul_overflow (n, 10, &n) || __builtin_add_overflow (n, *p - '0', &n))
      return false;
  unsigned shift = *p == 'K' ? 10 : *p == 'M' ? 20 : *p == 'G' ? 30 : 0;
  if (p == value || n == 0 || n > UINT64_MAX >> shift || (shift ? p[1] : *p))
    return false;
  *size = n << shift;
  return true;
}

/* How much is kept: enough for some segments.  */
static bool
set_keep (const char *value)
{
  uint64_t n;
  bool ok = set_size (value, &n) && n >= WPP_KEEP_LEAST;
  if (ok)
    __wpp_settings.keep = n;
  return ok;
}

/* Read the digits at *TEXT, and move that after them.  Return false where there are none, or too many.  */
static bool
read_digits (const char **text, uint64_t *n)
{
  const char *p = *text;
  bool ok = *p >= '0' && *p <= '9';
  *n = 0;
  for (; *p >= '0' && *p <= '9' && ok; p++)
    ok = !__builtin_mul_overflow (*n, 10, n) && !__builtin_add_overflow (*n, *p - '0', n);
  *text = p;
  return ok;
}

/* Is VALUE a time, as `5s' or `200ms'?  Set *TIME to the moment so long after this one.  */
static bool
set_moment (const char *value, uint64_t *time)
{
  const char *p = value;
  uint64_t n;
  bool ok = read_digits (&p, &n);
  uint64_t unit = equal_p (p, "s") ? 1000000000u : equal_p (p, "ms") ? 1000000u : 0;
  if (!ok || !unit || __builtin_mul_overflow (n, unit, &n))
    return false;
  *time = wpp_time (CLOCK_MONOTONIC) + n;
  return true;
}

/* Where recording begins or ends: after a number of events, after a time, or at a mark, of which W gets one.  */
static bool
set_place (const char *value, struct wpp_window_end *w)
{
  const char *p = value;
  uint64_t n;
  *w = (struct wpp_window_end){ 0 };
  bool number = read_digits (&p, &n) && !*p;
  if (number)
    w->events = n;
  return number || set_moment (value, &w->time) || (*value && __wpp_append (w->mark, WPP_MARK_BYTES, value));
}

/* Record one process of so many.  */
static bool
set_every (const char *value)
{
  const char *p = value;
  uint64_t n;
  if (!read_digits (&p, &n) || *p || n == 0 || n > UINT32_MAX)
    return false;
  __wpp_settings.every = n;
  return true;
}

/* The command that gets the file when it is complete: a file, or the name of one in a folder of commands.  */
static bool
set_done (const char *value)
{
  static const char *const folders[] = { "", "/usr/local/bin/", "/usr/bin/", "/bin/" };
  char *command = __wpp_settings.done, directory[WPP_PATH_BYTES];
  bool place = false;
  for (const char *c = value; *c; c++)
    place |= *c == '/';
  for (unsigned i = !place; *value && i < (place ? 1 : sizeof folders / sizeof *folders); i++)
    {
      command[0] = 0;
      if (place && *value != '/' && wpp_syscall2 (SYS_getcwd, (long) directory, sizeof directory) > 0
          && !(__wpp_append (command, WPP_PATH_BYTES, directory) && __wpp_append (command, WPP_PATH_BYTES, "/")))
        break;
      if (__wpp_append (command, WPP_PATH_BYTES, folders[i]) && __wpp_append (command, WPP_PATH_BYTES, value)
          && wpp_syscall4 (SYS_faccessat, AT_FDCWD, (long) command, X_OK, 0) == 0)
        return true;
    }
  command[0] = 0;
  return false;
}

static bool
set_raw (const char *value)
{
  return set_flag (WPP_OPTION_RAW, value);
}

static bool
set_exact (const char *value)
{
  return set_flag (WPP_OPTION_EXACT, value);
}

static bool
set_exponents (const char *value)
{
  return set_flag (WPP_OPTION_EXPONENTS, value);
}

static bool
set_memory (const char *value)
{
  return set_size (value, &__wpp_settings.memory);
}

static bool
set_disk (const char *value)
{
  return set_size (value, &__wpp_settings.disk);
}

static bool
set_from (const char *value)
{
  return set_place (value, &__wpp_settings.from);
}

static bool
set_to (const char *value)
{
  return set_place (value, &__wpp_settings.to);
}

static const struct
{
  const char *key;
  bool (*set) (const char *value);
} options[] = { { "raw", set_raw }, { "exact", set_exact }, { "exponents", set_exponents }, { "grammar", set_grammar },
                { "memory", set_memory }, { "keep", set_keep }, { "from", set_from }, { "to", set_to },
                { "every", set_every },
                { "disk", set_disk }, { "done", set_done } };
#define N_OPTIONS (sizeof options / sizeof *options)

static void
complain_unknown (const char *key)
{
  char known[256] = "";
  for (unsigned i = 0; i < N_OPTIONS; i++)
    {
      __wpp_append (known, sizeof known, i ? ", " : "");
      __wpp_append (known, sizeof known, options[i].key);
    }
  __wpp_complain ("WPP_OPTIONS: unknown key '", key, "' ignored; known: ", known);
}

static void
set_option (const char *key, const char *value)
{
  unsigned i = 0;
  while (i < N_OPTIONS && !equal_p (key, options[i].key))
    i++;
  if (i == N_OPTIONS)
    complain_unknown (key);
  else if (!options[i].set (value))
    __wpp_complain ("WPP_OPTIONS: bad value ignored: ", key, "=", value);
}

/* Read TEXT, key=value pairs separated by colons.  TEXT is changed.  */
static void
set_options (char *text)
{
  while (*text)
    {
      char *key = text;
      while (*text && *text != ':')
        text++;
      if (*text)
        *text++ = 0;
      char *value = key;
      while (*value && *value != '=')
        value++;
      bool empty = value == key && !*value;
      if (*value)
        *value++ = 0;
      if (!empty)
        set_option (key, value);
    }
}

/* Make the pattern TEXT absolute.  If it is a folder, the default name is appended.  Return false when there is no
   room.  */
static bool
set_pattern (const char *text)
{
  char *pattern = __wpp_settings.pattern;
  char directory[WPP_PATH_BYTES];
  pattern[0] = 0;
  if (text[0] != '/' && wpp_syscall2 (SYS_getcwd, (long) directory, sizeof directory) > 0)
    {
      /* A % in the name of the working directory is not part of the pattern.  */
      size_t n = 0;
      for (const char *p = directory; *p && n + 3 < WPP_PATH_BYTES; p++)
        {
          pattern[n++] = *p;
          if (*p == '%')
            pattern[n++] = '%';
        }
      pattern[n] = 0;
      __wpp_append (pattern, WPP_PATH_BYTES, "/");
    }
  bool folder = text[__wpp_length (text) - 1] == '/';
  return __wpp_append (pattern, WPP_PATH_BYTES, text)
         && (!folder || __wpp_append (pattern, WPP_PATH_BYTES, DEFAULT_PATTERN));
}

WPP_INTO_UNLESS_COMPILED;
const char *__wpp_given_into;

static void
choose_pattern (const char *file)
{
  bool given = file && *file;
  const char *into = __wpp_given_into ? __wpp_given_into : __wpp_into;
  if (given && set_pattern (file))
    return;
  if (given)
    __wpp_complain ("WPP_FILE is too long; the profile's name is as without it", 0, 0, 0);
  else if (*into && set_pattern (into))
    return;
  set_pattern (DEFAULT_PATTERN);
}

static void
find_program (void)
{
  char *program = __wpp_settings.program;
  long n = wpp_read_link ("/proc/self/exe", program, WPP_PATH_BYTES - 1);
  if (n > 0)
    program[n] = 0;
  else if (getauxval (AT_EXECFN))
    __wpp_append (program, WPP_PATH_BYTES, (const char *) getauxval (AT_EXECFN));
}

/* The value of NAME in the environment, or null.  getenv is not used, because the program may have its own.  */
static const char *
value_of (const char *name)
{
  size_t n = __wpp_length (name);
  for (char **e = environ; e && *e; e++)
    if (__wpp_same_p (*e, name, n) && (*e)[n] == '=')
      return *e + n + 1;
  return 0;
}

void
__wpp_read_environment (void)
{
  struct wpp_settings *settings = &__wpp_settings;
  static char text[WPP_PATH_BYTES];
  struct utsname name;
  bool secure = getauxval (AT_SECURE) != 0;
  const char *file = secure ? 0 : value_of ("WPP_FILE");
  const char *given = secure ? 0 : value_of ("WPP_OPTIONS");
  const char *collector = secure ? 0 : value_of ("WPP_COLLECT");
  settings->options = WPP_OPTION_EXPONENTS | WPP_OPTION_LATER;
  settings->memory = DEFAULT_MEMORY;
  find_program ();
  choose_pattern (file);
  if (wpp_syscall2 (SYS_uname, (long) &name, 0) == 0)
    __wpp_append (settings->host, sizeof settings->host, name.nodename);
  if (collector)
    __wpp_append (settings->collector, sizeof settings->collector, collector);
  if (given && __wpp_append (text, sizeof text, given))
    {
      __wpp_append (settings->given, sizeof settings->given, given);
      set_options (text);
    }
  else if (given)
    __wpp_complain ("WPP_OPTIONS is too long; ignored", 0, 0, 0);
}

bool
__wpp_chosen_p (void)
{
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char *c = __wpp_settings.host; *c; c++)
    hash = (hash ^ (unsigned char) *c) * 0x100000001b3u;
  hash = (hash + wpp_syscall2 (SYS_getpid, 0, 0)) * 0x9e3779b97f4a7c15u;
  return __wpp_settings.every < 2 || (hash >> 32) % __wpp_settings.every == 0;
}
