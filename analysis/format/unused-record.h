/* The section `.wpp.unused' of objects and executables (wpp(5)): functions that were compiled without the profile that
   they had.  Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library exception; see
   COPYING and COPYING.RUNTIME.

   Text, a line for each function: why, the assembler name, the line of the source, the source file, with a tab
   between; then a line end.  Linkers may pad with zeros.  An object whose functions all have their profile has no such
   section.  */

#ifndef WPP_ANALYSIS_FORMAT_UNUSED_RECORD_H
#define WPP_ANALYSIS_FORMAT_UNUSED_RECORD_H

#define WPP_UNUSED_SECTION ".wpp.unused"

/* Why.  */
#define WPP_UNUSED_CHANGED "changed"  /* its graph is another than the one that ran */
#define WPP_UNUSED_RENAMED "renamed"  /* what ran was called otherwise */
#define WPP_UNUSED_DAMAGED "damaged"  /* what the profile has of it */

#endif /* WPP_ANALYSIS_FORMAT_UNUSED_RECORD_H */
