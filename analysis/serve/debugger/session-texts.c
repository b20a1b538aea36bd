/* What a debugger is told in long texts: registers, the auxiliary vector, libraries.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

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
#define FIRST_LINUX (FIRST_SSE + 17)
  GENERAL ("orig_rax", -1, "int"),
};

#define N_LISTED (sizeof registers / sizeof *registers)

/* Write register I to TEXT, as digits, or `x' for what is not known; return the end.  */
static char *
write_register (const struct wpp_serving *s, size_t i, char *text)
{
  const struct listed_register *r = &registers[i];
  size_t size = r->bits / 8;
  const struct wpp_made_stack *stack = &s->threads[s->chosen].stack;
  if (r->dwarf < 0 || !stack->known[r->dwarf])
    {
      memset (text, 'x', 2 * size);
      text[2 * size] = 0;
      return text + 2 * size;
    }
  unsigned char bytes[16] = { 0 };
  memcpy (bytes, &stack->of[r->dwarf], 8);
  return wpp_packet_bytes (text, bytes, size);
}

void
wpp_session_registers (struct wpp_serving *s)
{
  char *to = s->answer;
  for (size_t i = 0; i < N_LISTED; i++)
    to = write_register (s, i, to);
}

bool
wpp_session_register (struct wpp_serving *s, uint64_t i)
{
  if (i < N_LISTED)
    write_register (s, i, s->answer);
  return i < N_LISTED;
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
  list_registers (out, FIRST_SSE, FIRST_LINUX);
  /* Without it gdb does not take the program for one of Linux, and asks for no libraries.  */
  fputs ("<feature name=\"org.gnu.gdb.i386.linux\">", out);
  list_registers (out, FIRST_LINUX, N_LISTED);
  fputs ("</target>", out);
}

/* ---- What is transferred in parts.  */

static void
write_auxiliary (struct wpp_serving *s, FILE *out)
{
  /* If nobody tells it, gdb takes the dynamic linker to be where control is.  */
  uint64_t of[] = { AT_ENTRY, s->images->of->entry + s->images->of->bias, AT_BASE, WPP_LINKER_PLACE, AT_NULL, 0 };
  fwrite (of, sizeof of, 1, out);
}

/* Write NAME as the value of an attribute.  */
static void
write_name (FILE *out, const char *name)
{
  for (; *name; name++)
    if (strchr ("<>&\"'", *name))
      fprintf (out, "&#%d;", *name);
    else
      putc (*name, out);
}

/* The shared libraries that were recorded, as the dynamic linker's list: they are there from the beginning.  */
static void
write_libraries (const struct wpp_serving *s, FILE *out)
{
  fputs ("<library-list-svr4 version=\"1.0\">", out);
  for (size_t i = 1; i < s->images->n; i++)
    {
      const struct wpp_image *m = &s->images->of[i];
      fputs ("<library name=\"", out);
      write_name (out, m->file);
      fprintf (out, "\" lm=\"0x%zx\" l_addr=\"0x%" PRIx64 "\" l_ld=\"0x%" PRIx64
               "\" lmid=\"0x0\"/>", i, m->bias,
               m->dynamic + m->bias);
    }
  fputs ("</library-list-svr4>", out);
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

int
wpp_session_transfer (struct wpp_serving *s, const char *what)
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
  else if (!strncmp (what, "libraries-svr4:", 15))
    write_libraries (s, out);
  else if (!strncmp (what, "exec-file:", 10))
    fputs (s->images->of->file, out);
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
