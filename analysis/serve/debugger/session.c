/* A session with a debugger: packets and what they ask for.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The packets are described in the manual of gdb, Appendix E; `s', `c', `bs', `bc' and vCont move, the others ask.  */

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "serve/debugger/session-impl.h"

/* ---- Registers.  */

/* A register as gdb numbers it.  */
struct listed_register
{
  const char *name;
  int dwarf;                     /* its number in struct wpp_made_stack; -1: never known */
  unsigned bits;
  const char *type;
};

#define GENERAL(NAME, DWARF, TYPE) { NAME, DWARF, 64, TYPE }
#define SEGMENT(NAME) { NAME, -1, 32, "int32" }
#define FLOATING(NAME) { NAME, -1, 80, "i387_ext" }
#define CONTROL(NAME) { NAME, -1, 32, "int" }
#define XMM(NAME, DWARF) { NAME, DWARF, 128, "vec128" }

static const struct listed_register registers[] = {
  GENERAL ("rax", 0, "int64"), GENERAL ("rbx", 3, "int64"), GENERAL ("rcx", 2, "int64"), GENERAL ("rdx", 1, "int64"),
  GENERAL ("rsi", 4, "int64"), GENERAL ("rdi", 5, "int64"), GENERAL ("rbp", 6, "data_ptr"),
  GENERAL ("rsp", 7, "data_ptr"), GENERAL ("r8", 8, "int64"), GENERAL ("r9", 9, "int64"), GENERAL ("r10", 10, "int64"),
  GENERAL ("r11", 11, "int64"), GENERAL ("r12", 12, "int64"), GENERAL ("r13", 13, "int64"),
  GENERAL ("r14", 14, "int64"), GENERAL ("r15", 15, "int64"), GENERAL ("rip", WPP_REGISTER_RIP, "code_ptr"),
  { "eflags", -1, 32, "int32" }, SEGMENT ("cs"), SEGMENT ("ss"), SEGMENT ("ds"), SEGMENT ("es"), SEGMENT ("fs"),
  SEGMENT ("gs"), FLOATING ("st0"), FLOATING ("st1"), FLOATING ("st2"), FLOATING ("st3"), FLOATING ("st4"),
  FLOATING ("st5"), FLOATING ("st6"), FLOATING ("st7"), CONTROL ("fctrl"), CONTROL ("fstat"), CONTROL ("ftag"),
  CONTROL ("fiseg"), CONTROL ("fioff"), CONTROL ("foseg"), CONTROL ("fooff"), CONTROL ("fop"),
#define FIRST_SSE 40
  XMM ("xmm0", 17), XMM ("xmm1", 18), XMM ("xmm2", 19), XMM ("xmm3", 20), XMM ("xmm4", 21), XMM ("xmm5", 22),
  XMM ("xmm6", 23), XMM ("xmm7", 24), XMM ("xmm8", 25), XMM ("xmm9", 26), XMM ("xmm10", 27), XMM ("xmm11", 28),
  XMM ("xmm12", 29), XMM ("xmm13", 30), XMM ("xmm14", 31), XMM ("xmm15", 32), CONTROL ("mxcsr"),
};

#define N_LISTED (sizeof registers / sizeof *registers)

/* Write register I to TEXT, as digits, or `x' for what is not known; return the end.  */
static char *
write_register (const struct wpp_serving *s, size_t i, char *text)
{
  const struct listed_register *r = &registers[i];
  size_t size = r->bits / 8;
  if (r->dwarf < 0 || !s->stack.known[r->dwarf])
    {
      memset (text, 'x', 2 * size);
      text[2 * size] = 0;
      return text + 2 * size;
    }
  unsigned char bytes[16] = { 0 };
  memcpy (bytes, &s->stack.of[r->dwarf], 8);
  return wpp_packet_bytes (text, bytes, size);
}

static void
list_registers (FILE *out, size_t from, size_t end)
{
  for (size_t i = from; i < end; i++)
    fprintf (out, "<reg name=\"%s\" bitsize=\"%u\" type=\"%s\" regnum=\"%zu\"/>", registers[i].name,
             registers[i].bits, registers[i].type, i);
  fputs ("</feature>", out);
}

static void
write_target (FILE *out)
{
  fputs ("<?xml version=\"1.0\"?><!DOCTYPE target SYSTEM \"gdb-target.dtd\"><target>"
         "<architecture>i386:x86-64</architecture><osabi>GNU/Linux</osabi>"
         "<feature name=\"org.gnu.gdb.i386.core\">", out);
  list_registers (out, 0, FIRST_SSE);
  fputs ("<feature name=\"org.gnu.gdb.i386.sse\"><vector id=\"v2d\" type=\"ieee_double\" count=\"2\"/>"
         "<vector id=\"v4f\" type=\"ieee_single\" count=\"4\"/><vector id=\"v2i\" type=\"int64\" count=\"2\"/>"
         "<union id=\"vec128\"><field name=\"v4_float\" type=\"v4f\"/><field name=\"v2_double\" type=\"v2d\"/>"
         "<field name=\"v2_int64\" type=\"v2i\"/></union>", out);
  list_registers (out, FIRST_SSE, N_LISTED);
  fputs ("</target>", out);
}

/* ---- What is transferred in parts.  */

static void
write_auxiliary (struct wpp_serving *s, FILE *out)
{
  uint64_t of[] = { AT_ENTRY, s->image.entry + s->image.bias, AT_NULL, 0 };
  fwrite (of, sizeof of, 1, out);
}

/* Answer with LENGTH bytes from OFFSET on of TEXT [N].  */
static void
answer_part (struct wpp_serving *s, const char *text, size_t n, uint64_t offset, uint64_t length)
{
  uint64_t left = offset < n ? n - offset : 0, room = WPP_PACKET_SIZE - 16;
  char *to = s->answer;
  length = length < room / 2 ? length : room / 2;
  *to++ = left > length ? 'm' : 'l';
  for (uint64_t i = 0; i < (left < length ? left : length); i++)
    {
      char c = text[offset + i];
      bool special = c == '#' || c == '$' || c == '}' || c == '*';
      if (special)
        *to++ = '}';
      *to++ = special ? c ^ 0x20 : c;
    }
  *to = 0;
  /* Auxiliary vectors have zeroes.  */
  s->length = to - s->answer;
}

/* qXfer:OBJECT:read:ANNEX:OFFSET,LENGTH.  */
static int
transfer (struct wpp_serving *s, const char *what)
{
  char *text = NULL;
  size_t n = 0;
  const char *colon = strstr (what, ":read:"), *range = colon ? strchr (colon + 6, ':') : NULL;
  if (!range)
    return WPP_OK;
  FILE *out = open_memstream (&text, &n);
  if (!out)
    return WPP_E_NOMEM;
  bool known = true;
  if (!strncmp (what, "features:read:target.xml:", 25))
    write_target (out);
  else if (!strncmp (what, "auxv:", 5))
    write_auxiliary (s, out);
  else if (!strncmp (what, "exec-file:", 10))
    fputs (s->program, out);
  else
    known = false;
  if (fclose (out))
    {
      free (text);
      return WPP_E_NOMEM;
    }
  range++;
  uint64_t offset = wpp_packet_number (&range);
  range += *range == ',';
  uint64_t length = wpp_packet_number (&range);
  if (known)
    answer_part (s, text, n, offset, length);
  free (text);
  return WPP_OK;
}

/* ---- Questions.  */

static void
say (struct wpp_serving *s, const char *text)
{
  snprintf (s->answer, sizeof s->answer, "%s", text);
}

static int
query (struct wpp_serving *s, const char *q)
{
  if (!strncmp (q, "Supported", 9))
    snprintf (s->answer, sizeof s->answer,
              "PacketSize=%x;QStartNoAckMode+;ReverseStep+;ReverseContinue+;qXfer:features:read+;qXfer:auxv:read+;"
              "qXfer:exec-file:read+;vContSupported+", WPP_PACKET_SIZE);
  else if (!strncmp (q, "Xfer:", 5))
    return transfer (s, q + 5);
  else if (!strcmp (q, "C"))
    say (s, "QC1");
  else if (!strcmp (q, "fThreadInfo"))
    say (s, "m1");
  else if (!strcmp (q, "sThreadInfo"))
    say (s, "l");
  else if (!strcmp (q, "Offsets"))
    snprintf (s->answer, sizeof s->answer, "Text=%" PRIx64 ";Data=%" PRIx64 ";Bss=%" PRIx64, s->image.bias,
              s->image.bias, s->image.bias);
  else if (!strncmp (q, "Attached", 8))
    say (s, "1");
  else if (!strncmp (q, "Symbol", 6))
    say (s, "OK");
  return WPP_OK;
}

static void
read_registers (struct wpp_serving *s)
{
  char *to = s->answer;
  for (size_t i = 0; i < N_LISTED; i++)
    to = write_register (s, i, to);
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

/* vCont;ACTION[:THREAD]...: the first action counts, as there is one thread.  */
static int
go_on (struct wpp_serving *s, const char *text)
{
  if (*text == '?')
    {
      say (s, "vCont;c;C;s;S;r");
      return WPP_OK;
    }
  char action = *text == ';' ? text[1] : 0;
  const char *range = text + 2;
  uint64_t low = 0, high = 0;
  if (action == 'r')
    {
      low = wpp_packet_number (&range);
      range += *range == ',';
      high = wpp_packet_number (&range);
    }
  switch (action)
    {
    case 'c': case 'C':
      return wpp_session_resume (s, WPP_RESUME_CONTINUE, 0, 0);
    case 's': case 'S':
      return wpp_session_resume (s, WPP_RESUME_STEP, 0, 0);
    case 'r':
      return wpp_session_resume (s, WPP_RESUME_RANGE, low, high);
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
      say (s, "T05thread:1;");
      return WPP_OK;
    case 'g':
      read_registers (s);
      return WPP_OK;
    case 'p':
      {
        const char *number = text + 1;
        uint64_t i = wpp_packet_number (&number);
        if (i < N_LISTED)
          write_register (s, i, s->answer);
        else
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
      return wpp_session_resume (s, WPP_RESUME_CONTINUE, 0, 0);
    case 's': case 'S':
      return wpp_session_resume (s, WPP_RESUME_STEP, 0, 0);
    case 'b':
      return text[1] == 's'   ? wpp_session_resume (s, WPP_RESUME_BACK_STEP, 0, 0)
             : text[1] == 'c' ? wpp_session_resume (s, WPP_RESUME_BACK_CONTINUE, 0, 0)
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
      say (s, "OK");
      return WPP_OK;
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

int
wpp_serve (struct wpp_recording *r, const struct wpp_serve_asked *asked, struct wpp_place *place)
{
  struct wpp_serving *s = calloc (1, sizeof *s);
  if (!s)
    return WPP_E_NOMEM;
  s->packets = (struct wpp_packets){ .in = asked->in, .out = asked->out };
  s->place = place;
  s->program = asked->program ? asked->program : wpp_recording_program (r);
  const struct wpp_profile *profile = wpp_recording_profile (r);
  int err = wpp_image_open (&s->image, s->program, profile->build_id, profile->build_id_size, place);
  bool opened = !err;
  if (!err)
    s->past = wpp_past_new (r, asked->thread, &s->image, &err, place);
  if (!err)
    err = wpp_session_begin (s);
  if (!err)
    err = serve (s);
  wpp_stack_release (&s->stack);
  wpp_past_free (s->past);
  if (opened)
    wpp_image_close (&s->image);
  free (s->breaks);
  free (s->watches);
  free (s);
  return err;
}
