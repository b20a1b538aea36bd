/* Commands of the tool that are asked of hostile files, in the process of a fuzz target.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <setjmp.h>
#include <stdarg.h>
#include "asked.h"
#include "fuzz.h"
#include "recording/profile/read.h"
#include "tool/tool.h"
#include "use-tool.h"

/* Runs that are longer take seconds without telling more; bombs.exp has them.  */
#define MOST_EVENTS 100000u

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

bool
fuzz_short_p (const uint8_t *data, size_t size)
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

/* Output goes nowhere if a command ends in the middle.  */
void
fuzz_ask (const char *const (*ways)[FUZZ_WORDS], size_t n)
{
  FILE *standard = stdout;
  for (volatile size_t i = 0; i < n; i++)
    {
      if (setjmp (asking) == 0)
        fuzz_command (ways[i]);
      stdout = standard;
    }
}
