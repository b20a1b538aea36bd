/* Damaged profiles that pass the check of the frame.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_FUZZ_MEND_H
#define WPP_TESTSUITE_FUZZ_MEND_H

#include <stddef.h>
#include <stdint.h>

/* Make sizes, checksums and threads' numbers of events in the profile DATA [SIZE] right, and put an
   END section at its end, where there is room for it: ROOM bytes.  Return the new size.  */
size_t fuzz_mend_profile (unsigned char *data, size_t size, size_t room);

#endif /* WPP_TESTSUITE_FUZZ_MEND_H */
