/* Assembly that may be in a unit only once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC copies assembly statements as it likes: to inline, to clone, to unroll.  A program whose assembly defines a name
   builds as long as no such copy is made; and tables that assembly puts into other sections have an entry a copy.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_DEFS_UNIQUE_ASSEMBLY_H
#define WPP_ANALYSIS_DEPENDENCE_DEFS_UNIQUE_ASSEMBLY_H

#include <stdbool.h>

/* May TEXT, a template of GCC's extended assembly or plain assembly, be there only once?  So it is if it defines a name
   that GCC does not make unique by `%='; leaves the section; or has a directive of which not known is that it does
   neither.  Labels that are numbers may be defined again.  */
bool wpp_asm_unique_p (const char *text);

/* May TEXT give a meaning of its own to what other assembly says: does it define macros, or include a file?  */
bool wpp_asm_macros_p (const char *text);

/* Has TEXT an instruction or a directive, which might be a macro?  */
bool wpp_asm_words_p (const char *text);

#endif /* WPP_ANALYSIS_DEPENDENCE_DEFS_UNIQUE_ASSEMBLY_H */
