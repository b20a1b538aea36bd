/* Fuzz target: a merged profile, of grammars or of traces, that `wpp query', `path', `slice', `calls' and `freq' read.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The seeds are of a program whose source is flow.c; a byte in the middle of the input is the line.  */

#include <unistd.h>
#include "asked.h"
#include "fuzz.h"
#include "profile-mutator.h"
#include "use-tool.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char file[FUZZ_FILE], at[32], fail[FUZZ_FILE + 8], pass[FUZZ_FILE + 8];
  const char *const ways[][FUZZ_WORDS]
    = { { "query", at, file },
        { "query", "--json", at, "--problem=reaching-definitions", file },
        { "query", at, "--calls=static", "--problem=live-variables", "--fact=", file },
        { "query", "--json", "--hot", file }, { "path", "--json", at, file },
        { "path", at, "--execution=1", file }, { "slice", "--json", at, file },
        { "slice", at, "--approach=1", file },
        { "slice", at, "--forward", "--execution=1", file },
        { "calls", "--json", file }, { "calls", "--merge-recursion", file },
        { "suspect", "--by=all", fail, pass }, { "export", "--to=pprof", file }, { "export", "--to=callgrind", file },
        { "export", "--to=folded", file },
        { "export", "--to=speedscope", file }, { "export", "--to=otlp-1.10", file },
        { "export", "--to=perfetto", file }, { "export", "--to=lcov", file }, { "export", "--to=cobertura", file },
        { "export", "--to=llvm", file }, { "export", "--to=llvm-contexts", "--depth=3", file },
        { "export", "--to=afdo", file }, { "diff", "--by=all", "--problem=live-variables", file, file },
        { "freq", "--problem=all", file },
        { "freq", "--json", "--problem=reaching-definitions", file } };
  int fd = size && fuzz_short_p (data, size) ? fuzz_file (data, size, file) : -1;
  if (fd < 0)
    return 0;
  snprintf (at, sizeof at, "--at=flow.c:%u", 1 + data[size / 2] % 120u);
  snprintf (fail, sizeof fail, "--fail=%s", file);
  snprintf (pass, sizeof pass, "--pass=%s", file);
  fuzz_ask (ways, sizeof ways / sizeof *ways);
  close (fd);
  return 0;
}
