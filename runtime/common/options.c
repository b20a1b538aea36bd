/* The options of a recording, from the environment.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#define _GNU_SOURCE
#include <sys/auxv.h>
#include <sys/utsname.h>
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

/* Read a number of bytes with an optional K, M or G.  */
static bool
set_memory (const char *value)
{
  uint64_t n = 0;
  const char *p = value;
  for (; *p >= '0' && *p <= '9'; p++)
    if (__builtin_mul_overflow (n, 10, &n) || __builtin_add_overflow (n, *p - '0', &n))
      return false;
  unsigned shift = *p == 'K' ? 10 : *p == 'M' ? 20 : *p == 'G' ? 30 : 0;
  if (p == value || n == 0 || n > UINT64_MAX >> shift || (shift ? p[1] : *p))
    return false;
  __wpp_settings.memory = n << shift;
  return true;
}

/* Where recording begins or ends: a NUMBER of events, or the name of a MARK.  */
static bool
set_place (const char *value, uint64_t *number, char mark[WPP_MARK_BYTES])
{
  uint64_t n = 0;
  const char *p = value;
  while (*p >= '0' && *p <= '9' && !__builtin_mul_overflow (n, 10, &n) && !__builtin_add_overflow (n, *p - '0', &n))
    p++;
  *number = 0;
  mark[0] = 0;
  if (*value && !*p)
    *number = n;
  else
    return *value && __wpp_append (mark, WPP_MARK_BYTES, value);
  return true;
}

static void
set_option (const char *key, const char *value)
{
  bool ok;
  if (equal_p (key, "raw"))
    ok = set_flag (WPP_OPTION_RAW, value);
  else if (equal_p (key, "exact"))
    ok = set_flag (WPP_OPTION_EXACT, value);
  else if (equal_p (key, "exponents"))
    ok = set_flag (WPP_OPTION_EXPONENTS, value);
  else if (equal_p (key, "grammar"))
    ok = set_grammar (value);
  else if (equal_p (key, "memory"))
    ok = set_memory (value);
  else if (equal_p (key, "from"))
    ok = set_place (value, &__wpp_settings.from, __wpp_settings.from_mark);
  else if (equal_p (key, "to"))
    ok = set_place (value, &__wpp_settings.to, __wpp_settings.to_mark);
  else
    {
      __wpp_complain ("WPP_OPTIONS: unknown key '", key,
                      "' ignored; known: raw, exact, exponents, grammar, memory, from, to", 0);
      return;
    }
  if (!ok)
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
  static char options[WPP_PATH_BYTES];
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
  if (given && __wpp_append (options, sizeof options, given))
    {
      __wpp_append (settings->given, sizeof settings->given, given);
      set_options (options);
    }
  else if (given)
    __wpp_complain ("WPP_OPTIONS is too long; ignored", 0, 0, 0);
}
