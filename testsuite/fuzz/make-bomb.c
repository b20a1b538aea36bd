/* make-bomb PROFILE NAME OUT: a profile of PROFILE's program whose one thread is the bomb NAME
   (bombs.c) over PROFILE's events.  make-bomb --list: the names.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bombs.h"
#include "recording/profile/read.h"
#include "recording/profile/write.h"

static int
put_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

/* The grammar of P's first segment.  */
static const struct wpp_grammar *
first_grammar (const struct wpp_profile *p)
{
  return p->n_threads && p->threads[0].n_segments ? p->threads[0].segments[0] : NULL;
}

static int
write_profile (const struct wpp_profile *p, const struct wpp_grammar *g, FILE *out)
{
  struct wpp_writer *w = wpp_writer_new (put_bytes, out);
  if (!w)
    return WPP_E_NOMEM;
  wpp_writer_process (w, p);
  wpp_writer_thread (w, 0, g->length[0], 0);
  wpp_writer_grammar (w, g);
  int err = wpp_writer_end (w);
  wpp_writer_free (w);
  return err;
}

static int
bomb_profile (const char *from, const struct bomb *b, const char *to)
{
  int err = 0;
  struct wpp_profile *p = wpp_profile_read (from, &err, NULL);
  const struct wpp_grammar *seed = p ? first_grammar (p) : NULL;
  struct wpp_grammar *g
    = seed ? make_bomb (b, seed->terminals, seed->n_terminals, &err) : NULL;
  FILE *out = g ? fopen (to, "wb") : NULL;
  if (out)
    err = write_profile (p, g, out);
  if (!out || fclose (out))
    err = err ? err : WPP_E_IO;
  if (err)
    fprintf (stderr, "make-bomb: %s: %s\n", from, wpp_strerror (err));
  wpp_grammar_free (g);
  wpp_profile_free (p);
  return err ? 1 : 0;
}

int
main (int argc, char **argv)
{
  if (argc == 2 && !strcmp (argv[1], "--list"))
    {
      for (const struct bomb *b = bombs; b->name; b++)
        puts (b->name);
      return 0;
    }
  const struct bomb *b = argc == 4 ? find_bomb (argv[2]) : NULL;
  if (!b)
    {
      fprintf (stderr, "usage: make-bomb PROFILE NAME OUT | --list\n");
      return 2;
    }
  return bomb_profile (argv[1], b, argv[3]);
}
