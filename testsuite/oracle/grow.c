/* grow EVENTS [PERIOD]: makes a draft of so many events, as the collector does, and prints its bytes, and the most memory
   it took.  After each PERIOD events the same ones come again.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The events are those of nested loops: rounds of a few hundred kinds, of which new ones come all the time, and which
   differ a little from each other.  How the work grows with them is counted from outside (growth.exp).  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "format/event.h"
#include "grammar/sequitur/phrases.h"
#include "grammar/sequitur/sequitur.h"

#define PIECE 4096u            /* events that are appended at once */
#define ROUND 24u              /* events of a round */
#define MOST_KINDS 300u

static uint64_t state;
static uint32_t kinds[MOST_KINDS], kind;

static void
begin_again (void)
{
  state = 88172645463325252u;
  memset (kinds, 0, sizeof kinds);
}

static uint32_t
next_random (void)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 32;
}

/* Event number I: a round in 50 is of a new kind, and an event in 200 is another one than in its kind's other rounds.  */
static uint32_t
event (uint64_t i)
{
  if (i % ROUND == 0)
    {
      kind = next_random () % MOST_KINDS;
      if (next_random () % 50 == 0)
        kinds[kind] = next_random ();
    }
  uint32_t same = (kinds[kind] + 7 * kind + i % ROUND * (1 + kind % 5)) % 2000;
  return WPP_EVENT_FIRST_PATH + (next_random () % 200 ? same : next_random () % 2000);
}

int
main (int argc, char **argv)
{
  uint64_t n = argc > 1 ? strtoull (argv[1], NULL, 10) : 0, period = argc > 2 ? strtoull (argv[2], NULL, 10) : n;
  static uint32_t events[PIECE];
  struct wpp_phrases *p = wpp_phrases_new (WPP_SEQUITUR_RETRACE | WPP_SEQUITUR_LATER);
  unsigned char *bytes;
  size_t size, most = 0;
  uint64_t lost;
  int err = p && n ? 0 : 1;
  for (uint64_t i = 0; i < n && !err; i += PIECE)
    {
      uint32_t part = 0;
      for (; part < PIECE && i + part < n; part++)
        {
          if ((i + part) % period == 0)
            begin_again ();
          events[part] = event ((i + part) % period);
        }
      err = wpp_phrases_append (p, events, part, NULL);
      most = wpp_phrases_memory (p) > most ? wpp_phrases_memory (p) : most;
    }
  if (err || wpp_phrases_finish (p, &bytes, &size, &lost) || lost)
    {
      fprintf (stderr, "grow: error %d\n", err);
      return 1;
    }
  printf ("%zu %zu\n", size, most);
  free (bytes);
  return 0;
}
