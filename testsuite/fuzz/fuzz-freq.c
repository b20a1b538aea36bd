/* Fuzz target: a frequency dump (freq.h), and what `wpp freq' makes of it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <setjmp.h>
#include <unistd.h>
#include "fuzz.h"
#include "use-tool.h"
#include "tool/freq.h"

/* What is wrong with the dump ends the tool, but not this process (linked with --wrap).  */
void __wrap_wpp_die (const char *where, const char *format, ...)
  __attribute__ ((noreturn, format (printf, 2, 3)));

static jmp_buf reading;

void
__wrap_wpp_die (const char *where, const char *format, ...)
{
  longjmp (reading, 1);
}

/* Does the tool take FILE?  */
static bool
dump_p (const char *file)
{
  struct wpp_freq f = { 0 };
  bool taken = false;
  if (setjmp (reading) == 0)
    {
      wpp_freq_read (&f, file);
      for (size_t i = 0; i < f.n_rows; i++)
        {
          FUZZ_ASSERT (f.rows[i].share >= 0 && f.rows[i].share <= 1);
          FUZZ_ASSERT (isfinite (f.rows[i].cost));
        }
      *(volatile bool *) &taken = true;
    }
  wpp_freq_release (&f);
  return *(volatile bool *) &taken;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char file[FUZZ_FILE];
  const char *const ways[][6] = { { file }, { "--json", file, file }, { "--csv", "--sort=hot", file },
                                  { "--json", "--sort=hot", "--top=3", file }, { "--summary", file },
                                  { "--json", "--summary", "--problem=live-variables", "--function=f", file },
                                  { "--csv", "--summary", file } };
  int fd = fuzz_file (data, size, file);
  if (fd < 0)
    return 0;
  if (dump_p (file))
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
      fuzz_command (wpp_command_freq, ways[i]);
  close (fd);
  return 0;
}
