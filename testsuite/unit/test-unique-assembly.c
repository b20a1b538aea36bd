/* Assembly that may be in a unit only once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "dependence/defs/unique-assembly.h"
#include "unit.h"

static const char *const unique[]
  = { "probe: nop", "  probe : nop", "nop; probe: nop", "nop\n\tprobe:\n", "1: probe: nop", "1: 2: .Lhere: nop",
      ".Lhere:", "lock; _x$y@z:", "%c0: nop", "%[name]: nop", "%P1_%c0: nop", "%l[there]_x: nop", "\"a name\": nop",
      "name = 5", "name=.", ".set name, 5", ".equ name, .", ".pushsection .table\n.quad 1b\n.popsection",
      ".section .x, \"a\"", ".data\n.long 1\n.text", ".comm name, 4, 4", ".lcomm name, 4", ".symver a, b@c",
      ".macro m\nnop\n.endm", ".PushSection x", ".rept 2\nnop\n.endr", "{nop|probe: nop}", "{first|second}: nop",
      "/* a */ probe /* b */ : nop", "# a\nprobe:", ".ascii \"x; y\"; probe:", "%=: x: nop", "probe\xc3\xa9:",
      ".globl probe; probe: .long 1", ".if 1; nop; .endif", ".ascii \"\\\"\"; probe:",
      "mov %%eax, %0 # \"\nprobe:" };
static const char *const common[]
  = { "", "nop", " \t\n;;", "1: nop; jmp 1b", ".Lhere%=: nop; jmp .Lhere%=", "x%=_y: nop", "x%= = 5", "probe",
      "jmp probe", "# probe:\n nop", "/* probe: */ nop", ".byte 0x0f, 0x0b", ".ascii \"probe:\\n\"",
      ".p2align 4,,10", ".cfi_remember_state", "mov %%fs:0, %0", "lea 0(,%1,1), %0", ".loc 1 2 3", ".globl probe",
      ". = . + 4", "rep; nop", "cmp $1, %0\n\tje 1f\n1:", "{movl %1, %0|mov %0, %1}",
      "vaddps %2, %1, %0%{%3%}", "mov $\"a:b\", %0", "99: 98: nop", "%", "\"", "/*", "%[", "\\" };

int
main (void)
{
  bool all = true, none = false;
  for (size_t i = 0; i < sizeof unique / sizeof *unique; i++)
    {
      if (!wpp_asm_unique_p (unique[i]))
        printf ("not taken for unique: %s\n", unique[i]);
      all &= wpp_asm_unique_p (unique[i]);
    }
  for (size_t i = 0; i < sizeof common / sizeof *common; i++)
    {
      if (wpp_asm_unique_p (common[i]))
        printf ("taken for unique: %s\n", common[i]);
      none |= wpp_asm_unique_p (common[i]);
    }
  CHECK (all, "text that defines a name, or leaves the section, is unique");
  CHECK (!none, "other text is not");
  CHECK (wpp_asm_macros_p ("nop\n .macro probe\n.endm") && wpp_asm_macros_p (".INCLUDE \"x.s\""), "text with macros");
  CHECK (!wpp_asm_macros_p (".ascii \".macro\"") && !wpp_asm_macros_p ("# .macro x"), "text without macros");
  CHECK (wpp_asm_words_p ("probe") && !wpp_asm_words_p (" # probe\n;/* x */"), "text with words, and without");
  return unit_done ();
}
