/* Fuzz target: a merged profile, of grammars or of traces, that `wpp query', `path', `slice', `calls' and `freq' read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The seeds are of a program whose source is flow.c; a byte in the middle of the input is the line.  */

#include <unistd.h>
#include "asked.h"
#include "fuzz.h"
#include "profile-mutator.h"
#include "tool/tool.h"
#include "use-tool.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char file[FUZZ_FILE], at[32];
  const struct fuzz_way ways[]
    = { { wpp_command_query, { at, file } },
        { wpp_command_query, { "--json", at, "--problem=reaching-definitions", file } },
        { wpp_command_query, { at, "--calls=static", "--problem=live-variables", "--fact=", file } },
        { wpp_command_query, { "--json", "--hot", file } }, { wpp_command_path, { "--json", at, file } },
        { wpp_command_path, { at, "--execution=1", file } }, { wpp_command_slice, { "--json", at, file } },
        { wpp_command_slice, { at, "--approach=1", file } },
        { wpp_command_slice, { at, "--forward", "--execution=1", file } },
        { wpp_command_calls, { "--json", file } }, { wpp_command_calls, { "--merge-recursion", file } },
        { wpp_command_freq, { "--problem=all", file } },
        { wpp_command_freq, { "--json", "--problem=reaching-definitions", file } } };
  int fd = size && fuzz_short_p (data, size) ? fuzz_file (data, size, file) : -1;
  if (fd < 0)
    return 0;
  snprintf (at, sizeof at, "--at=flow.c:%u", 1 + data[size / 2] % 120u);
  fuzz_ask (ways, sizeof ways / sizeof *ways);
  close (fd);
  return 0;
}
