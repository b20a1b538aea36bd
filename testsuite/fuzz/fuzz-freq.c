/* Fuzz target: a frequency dump (saved-frequencies.h), and what `wpp freq' makes of it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <unistd.h>
#include "answers/frequency-table.h"
#include "answers/saved-frequencies.h"
#include "fuzz.h"
#include "use-tool.h"

/* A sink that looks at the rows of a table.  */

static int
row (struct wpp_row_sink *sink, const void *data)
{
  const struct wpp_frequency_row *r = data;
  FUZZ_ASSERT (r->share >= 0 && r->share <= 1);
  FUZZ_ASSERT (isfinite (r->cost));
  return 0;
}

/* Is FILE a dump?  */
static bool
dump_p (const char *file)
{
  struct wpp_row_sink looking = { .row = row };
  struct wpp_frequencies_asked asked = { .top = UINT64_MAX };
  struct wpp_frequency_table *table = wpp_frequency_table_new (NULL);
  struct wpp_place place = { "", 0, "" };
  bool any;
  int err = table ? wpp_answer_saved_frequencies (file, wpp_frequency_table_sink (table), &place) : WPP_E_NOMEM;
  if (!err)
    err = wpp_answer_frequencies (table, &asked, &looking, &any);
  wpp_frequency_table_free (table);
  return !err;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char file[FUZZ_FILE];
  const char *const ways[][7]
    = { { "freq", file }, { "freq", "--json", file, file }, { "freq", "--csv", "--sort=hot", file },
        { "freq", "--json", "--sort=hot", "--top=3", file }, { "freq", "--summary", file },
        { "freq", "--json", "--summary", "--problem=live-variables", "--function=f", file },
        { "freq", "--csv", "--summary", file } };
  int fd = fuzz_file (data, size, file);
  if (fd < 0)
    return 0;
  if (dump_p (file))
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
      fuzz_command (ways[i]);
  close (fd);
  return 0;
}
