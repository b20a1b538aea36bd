/* How much of each page of a raw file a fuzzer is given.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_FUZZ_RAW_H
#define WPP_FUZZ_RAW_H

#define FUZZ_LINE 256

#endif /* WPP_FUZZ_RAW_H */
