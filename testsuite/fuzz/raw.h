/* How much of a raw file, and of a file of path counts, a fuzzer is given.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_RAW_H
#define WPP_TESTSUITE_FUZZ_RAW_H

/* Of each page of a raw file.  */
#define FUZZ_LINE 256
/* A file of path counts is pieces of as many bytes, those that are not zero, each after a u16: how many are zero
   before it.  The last piece is always there.  */
#define FUZZ_PIECE 32

#endif /* WPP_TESTSUITE_FUZZ_RAW_H */
