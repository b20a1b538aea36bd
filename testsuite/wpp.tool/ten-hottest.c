/* Print the ten hottest loops and subpaths of a recording: share, how often, and the lines of each step.  */
#include <inttypes.h>
#include <stdio.h>
#include <wpp-read.h>

static int
print_line (void *out, const wpp_read_row *line)
{
  return fprintf (out, " %s:%" PRIu64, wpp_read_text (line, "file"), wpp_read_number (line, "line", 0)) < 0;
}

static int
print_step (void *data, const wpp_read_row *step)
{
  fprintf (data, "   %s", wpp_read_text (step, "function"));
  return wpp_read_list (step, "lines", print_line, data) || putc ('\n', data) < 0;
}

static int
print_subpath (void *data, const wpp_read_row *subpath)
{
  fprintf (data, "%.2f%%, %" PRIu64 " times\n", 100 * wpp_read_real (subpath, "share"),
           wpp_read_number (subpath, "count", 0));
  return wpp_read_list (subpath, "steps", print_step, data);
}

int
main (int argc, char **argv)
{
  static const char *const ten[] = { "top=10", NULL };
  char error[256];
  wpp_read *r = argc > 1 ? wpp_read_open ((const char *const *)argv + 1, argc - 1, error, sizeof error) : NULL;
  int64_t n = r ? wpp_read_ask (r, "hot", ten, print_subpath, stdout) : -2;
  if (n < 0)
    fprintf (stderr, "%s\n", r ? wpp_read_error (r) : argc > 1 ? error : "usage: ten-hottest PROFILE...");
  wpp_read_close (r);
  return n < 0 ? 2 : n == 0;
}
