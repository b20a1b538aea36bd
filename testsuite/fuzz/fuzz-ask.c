/* Fuzz target: a merged profile, of grammars or of traces, that is asked by `wpp query', `path' and `slice'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The seeds are of a program whose source is flow.c; a byte in the middle of the input is the line.  What is wrong with the profile ends the tool, but not
   this process (linked with --wrap): then memory is lost, so nobody looks for leaks.  */

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>
#include "fuzz.h"
#include "mend.h"
#include "profile/read.h"
#include "tool/tool.h"
#include "use-tool.h"

/* Runs that are longer take seconds without telling more; bombs.exp has them.  */
#define MOST_EVENTS 100000u

size_t LLVMFuzzerMutate (uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max_size, unsigned int seed);
const char *__asan_default_options (void);
void __wrap_wpp_die (const char *where, const char *format, ...) __attribute__ ((noreturn, format (printf, 2, 3)));
void __wrap_wpp_die_at (const char *where, int err, const struct wpp_place *place) __attribute__ ((noreturn));
void __wrap_wpp_say (const char *where, const char *format, ...);

static jmp_buf asking;

const char *
__asan_default_options (void)
{
  return "detect_leaks=0";
}

void
__wrap_wpp_die (const char *where, const char *format, ...)
{
  longjmp (asking, 1);
}

void
__wrap_wpp_die_at (const char *where, int err, const struct wpp_place *place)
{
  longjmp (asking, 1);
}

void
__wrap_wpp_say (const char *where, const char *format, ...)
{
}

size_t
LLVMFuzzerCustomMutator (uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
  size = LLVMFuzzerMutate (data, size, max_size);
  return seed % 8 ? fuzz_mend_profile (data, size, max_size) : size;
}

/* Is DATA a profile that is not too long?  */
static bool
short_p (const uint8_t *data, size_t size)
{
  struct wpp_place place;
  int err = 0;
  struct wpp_profile *p = wpp_profile_parse (data, size, &err, &place);
  uint64_t events = 0;
  for (size_t i = 0; p && i < p->n_threads; i++)
    events = p->threads[i].n_events > MOST_EVENTS ? MOST_EVENTS : events + p->threads[i].n_events;
  bool ok = p && events < MOST_EVENTS;
  wpp_profile_free (p);
  return ok;
}

/* Run COMMAND; its output goes nowhere if it ends in the middle.  */
static void
ask (int (*command) (int argc, char **argv), const char *const *arguments)
{
  FILE *standard = stdout;
  if (setjmp (asking) == 0)
    fuzz_command (command, arguments);
  stdout = standard;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char file[FUZZ_FILE], at[32];
  const struct
  {
    int (*command) (int argc, char **argv);
    const char *arguments[6];
  } ways[] = { { wpp_command_query, { at, file } }, { wpp_command_query, { "--json", at, "--problem=reaching-definitions", file } },
               { wpp_command_query, { at, "--calls=static", "--problem=live-variables", "--fact=", file } },
               { wpp_command_query, { "--json", "--hot", file } }, { wpp_command_path, { "--json", at, file } },
               { wpp_command_path, { at, "--execution=1", file } }, { wpp_command_slice, { "--json", at, file } },
               { wpp_command_slice, { at, "--approach=1", file } }, { wpp_command_slice, { at, "--forward", "--execution=1", file } } };
  int fd = size && short_p (data, size) ? fuzz_file (data, size, file) : -1;
  if (fd < 0)
    return 0;
  snprintf (at, sizeof at, "--at=flow.c:%u", 1 + data[size / 2] % 120u);
  for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
    ask (ways[i].command, ways[i].arguments);
  close (fd);
  return 0;
}
