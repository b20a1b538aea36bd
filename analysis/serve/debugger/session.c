/* A session with a debugger: packets and what they ask for.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The packets are described in the manual of gdb, Appendix E; `s', `c', `bs', `bc' and vCont move, the others ask.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/search.h"
#include "serve/debugger/session-impl.h"

/* ---- Questions.  */

static void
say (struct wpp_serving *s, const char *text)
{
  snprintf (s->answer, sizeof s->answer, "%s", text);
}

/* ---- Threads.  */

/* The debugger's number of the thread at place I.  */
static uint32_t
number_of (const struct wpp_serving *s, size_t i)
{
  return s->threads[i].of->index + 1;
}

/* The number of a thread in hexadecimal digits at *TEXT, which moves after it: 0 and -1 mean any.  */
static int64_t
read_thread (const char **text)
{
  bool minus = **text == '-';
  *text += minus;
  uint64_t number = wpp_packet_number (text);
  return minus ? -1 : (int64_t)(number & INT32_MAX);
}

/* The place of thread NUMBER; of any, that of the chosen one; S->n_threads: there is none.  */
static size_t
thread_at (const struct wpp_serving *s, int64_t number)
{
  if (number <= 0)
    return s->chosen;
  size_t i = WPP_PARTITION_POINT (k, s->n_threads, number_of (s, k) < number);
  return i < s->n_threads && number_of (s, i) == number ? i : s->n_threads;
}

/* Answer with the numbers of threads from place I on, as many as a packet has room for.  */
static void
list_threads (struct wpp_serving *s, size_t i)
{
  char *to = s->answer, *end = s->answer + WPP_PACKET_SIZE - 32;
  s->listed = i;
  for (; s->listed < s->n_threads && to < end; s->listed++)
    to += sprintf (to, "%c%x", s->listed == i ? 'm' : ',', number_of (s, s->listed));
  if (s->listed == i)
    say (s, "l");
}

static void
describe_thread (struct wpp_serving *s, const char *text)
{
  char what[64];
  size_t i = thread_at (s, read_thread (&text));
  if (i == s->n_threads)
    return say (s, "E01");
  int n = snprintf (what, sizeof what, "%" PRIu64 " events", s->threads[i].of->n_events);
  wpp_packet_bytes (s->answer, what, n);
}

/* HcTHREAD: it is to move; HgTHREAD: it is asked about; TTHREAD: is it there?  */
static int
set_thread (struct wpp_serving *s, const char *text)
{
  bool moves = text[0] == 'H' && text[1] == 'c', asks = text[0] == 'H' && text[1] == 'g';
  text += text[0] == 'H' && text[1] ? 2 : 1;
  int64_t number = read_thread (&text);
  size_t i = thread_at (s, number);
  say (s, i < s->n_threads ? "OK" : "E01");
  if (i == s->n_threads)
    return WPP_OK;
  if (moves)
    s->moved = number;
  return asks ? wpp_session_choose (s, i) : WPP_OK;
}

/* ---- All questions.  */

static int
query (struct wpp_serving *s, const char *q)
{
  if (!strncmp (q, "Supported", 9))
    snprintf (s->answer, sizeof s->answer,
              "PacketSize=%x;QStartNoAckMode+;ReverseStep+;ReverseContinue+;qXfer:features:read+;qXfer:auxv:read+;"
              "qXfer:exec-file:read+;qXfer:libraries-svr4:read+;vContSupported+", WPP_PACKET_SIZE);
  else if (!strncmp (q, "Xfer:", 5))
    return wpp_session_transfer (s, q + 5);
  else if (!strcmp (q, "C"))
    snprintf (s->answer, sizeof s->answer, "QC%x", number_of (s, s->chosen));
  else if (!strcmp (q, "fThreadInfo"))
    list_threads (s, 0);
  else if (!strcmp (q, "sThreadInfo"))
    list_threads (s, s->listed);
  else if (!strncmp (q, "ThreadExtraInfo,", 16))
    describe_thread (s, q + 16);
  else if (!strcmp (q, "Offsets"))
    snprintf (s->answer, sizeof s->answer, "Text=%" PRIx64 ";Data=%" PRIx64 ";Bss=%" PRIx64, s->images->of->bias,
              s->images->of->bias, s->images->of->bias);
  else if (!strncmp (q, "Attached", 8))
    say (s, "1");
  else if (!strncmp (q, "Symbol", 6))
    say (s, "OK");
  return WPP_OK;
}

/* mADDRESS,LENGTH  */
static void
read_memory (struct wpp_serving *s, const char *text)
{
  static unsigned char bytes[WPP_PACKET_SIZE / 2];
  uint64_t address = wpp_packet_number (&text);
  text += *text == ',';
  uint64_t n = wpp_packet_number (&text);
  n = wpp_session_memory (s, address, bytes, n < sizeof bytes ? n : sizeof bytes);
  if (n)
    wpp_packet_bytes (s->answer, bytes, n);
  else
    say (s, "E01");
}

/* [Zz]TYPE,ADDRESS,KIND  */
static int
set_point (struct wpp_serving *s, const char *text)
{
  bool set = text[0] == 'Z';
  char type = text[1];
  if (!type || text[2] != ',')
    return WPP_OK;
  text += 3;
  uint64_t address = wpp_packet_number (&text);
  text += *text == ',';
  uint64_t n = wpp_packet_number (&text);
  int done = 1;
  if (type == '0' || type == '1')
    done = set ? wpp_session_break (s, address) : (wpp_session_unbreak (s, address), WPP_OK);
  else if (type == '2')
    done = set ? wpp_session_watch (s, address, n) : (wpp_session_unwatch (s, address, n), 1);
  else
    return WPP_OK;
  say (s, type == '2' && !done ? "E01" : "OK");
  return done < 0 ? done : WPP_OK;
}

/* ---- Moving.  */

/* Let thread NUMBER move, and no other; if that means any, the chosen one, and all after it.  */
static int
resume (struct wpp_serving *s, enum wpp_resume how, int64_t number, uint64_t low, uint64_t high)
{
  size_t i = thread_at (s, number);
  if (i == s->n_threads)
    {
      say (s, "E01");
      return WPP_OK;
    }
  int err = wpp_session_choose (s, i);
  return err ? err : wpp_session_resume (s, how, low, high, number <= 0);
}

/* vCont;ACTION[:THREAD]...: the first action counts, as one thread moves at a time.  */
static int
go_on (struct wpp_serving *s, const char *text)
{
  if (*text == '?')
    {
      say (s, "vCont;c;C;s;S;r");
      return WPP_OK;
    }
  char action = *text == ';' ? text[1] : 0;
  const char *rest = action ? text + 2 : text;
  uint64_t low = 0, high = 0;
  if (action == 'r')
    {
      low = wpp_packet_number (&rest);
      rest += *rest == ',';
      high = wpp_packet_number (&rest);
    }
  else
    wpp_packet_number (&rest);   /* a signal */
  rest += *rest == ':';
  int64_t thread = rest[-1] == ':' ? read_thread (&rest) : 0;
  switch (action)
    {
    case 'c': case 'C':
      return resume (s, WPP_RESUME_CONTINUE, thread, 0, 0);
    case 's': case 'S':
      return resume (s, WPP_RESUME_STEP, thread, 0, 0);
    case 'r':
      return resume (s, WPP_RESUME_RANGE, thread, low, high);
    default:
      return WPP_OK;
    }
}

/* ---- All packets.  */

#define SERVED 1                 /* the debugger leaves */

static int
handle (struct wpp_serving *s, const char *text)
{
  switch (text[0])
    {
    case '?':
      snprintf (s->answer, sizeof s->answer, "T05thread:%x;", number_of (s, s->chosen));
      return WPP_OK;
    case 'g':
      wpp_session_registers (s);
      return WPP_OK;
    case 'p':
      {
        const char *number = text + 1;
        if (!wpp_session_register (s, wpp_packet_number (&number)))
          say (s, "E01");
        return WPP_OK;
      }
    case 'm':
      read_memory (s, text + 1);
      return WPP_OK;
    case 'G': case 'P': case 'M': case 'X':
      say (s, "E01");            /* the past cannot be changed */
      return WPP_OK;
    case 'Z': case 'z':
      return set_point (s, text);
    case 'c': case 'C':
      return resume (s, WPP_RESUME_CONTINUE, s->moved, 0, 0);
    case 's': case 'S':
      return resume (s, WPP_RESUME_STEP, s->moved, 0, 0);
    case 'b':
      return text[1] == 's'   ? resume (s, WPP_RESUME_BACK_STEP, s->moved, 0, 0)
             : text[1] == 'c' ? resume (s, WPP_RESUME_BACK_CONTINUE, s->moved, 0, 0)
                              : WPP_OK;
    case 'v':
      if (!strncmp (text, "vCont", 5))
        return go_on (s, text + 5);
      if (!strncmp (text, "vKill", 5))
        say (s, "OK");
      return !strncmp (text, "vKill", 5) ? SERVED : WPP_OK;
    case 'q':
      return query (s, text + 1);
    case 'Q':
      if (!strcmp (text, "QStartNoAckMode"))
        say (s, "OK");
      return WPP_OK;
    case 'H': case 'T':
      return set_thread (s, text);
    case 'D':
      say (s, "OK");
      return SERVED;
    case 'k':
      return SERVED;
    default:
      return WPP_OK;             /* an empty answer: not known */
    }
}

static int
serve (struct wpp_serving *s)
{
  int got, err = WPP_OK;
  while (!err && (got = wpp_packets_read (&s->packets)) == 1)
    {
      const char *text = s->packets.text;
      s->answer[0] = 0;
      s->length = 0;
      err = handle (s, text);
      if (err >= 0 && text[0] != 'k'
          && wpp_packets_write (&s->packets, s->answer, s->length ? s->length : strlen (s->answer)))
        err = WPP_E_IO;
      s->packets.silent |= !strcmp (text, "QStartNoAckMode");
    }
  return err == SERVED ? WPP_OK : err ? err : got;
}

static int
compare_threads (const void *a, const void *b)
{
  const struct wpp_serving_thread *x = a, *y = b;
  return (x->of->index > y->of->index) - (x->of->index < y->of->index);
}

/* Begin with the thread that is asked for.  */
static int
begin (struct wpp_serving *s, struct wpp_recording *r, const struct wpp_serve_asked *asked)
{
  const struct wpp_thread *first = wpp_recording_thread_numbered (r, asked->thread, s->place);
  if (!first)
    return WPP_E_TOLD;
  size_t n = wpp_recording_threads (r);
  s->threads = calloc (n, sizeof *s->threads);
  if (!s->threads)
    return WPP_E_NOMEM;
  for (; s->n_threads < n; s->n_threads++)
    s->threads[s->n_threads].of = wpp_recording_thread (r, s->n_threads);
  qsort (s->threads, n, sizeof *s->threads, compare_threads);
  return wpp_session_choose (s, thread_at (s, (int64_t)first->index + 1));
}

int
wpp_serve (struct wpp_recording *r, const struct wpp_serve_asked *asked, struct wpp_place *place)
{
  struct wpp_serving *s = calloc (1, sizeof *s);
  int err = WPP_E_NOMEM;
  if (!s)
    return err;
  s->packets = (struct wpp_packets){ .in = asked->in, .out = asked->out };
  s->place = place;
  s->run = wpp_past_run_new (r, asked->given, &err, place);
  if (s->run)
    {
      s->images = wpp_past_run_images (s->run);
      err = begin (s, r, asked);
    }
  if (!err)
    err = serve (s);
  for (size_t i = 0; i < s->n_threads; i++)
    {
      wpp_stack_release (&s->threads[i].stack);
      wpp_past_free (s->threads[i].past);
    }
  wpp_past_run_free (s->run);
  free (s->threads);
  free (s->breaks);
  free (s->watches);
  free (s);
  return err;
}
