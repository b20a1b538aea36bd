/* Calls of the C library's functions, for test-library.c.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   X (ID, NAME, VALUES, TEXTS, CALL): CALL calls the row NAME of the table, once.  P[I] is a buffer for argument I;
   VALUES are those of integer arguments by their number, TEXTS are what buffers begin with.  CALL is the result as a
   number: AT for a pointer.  A format is the text of its argument.  */

#ifndef WPP_TESTSUITE_UNIT_LIBRARY_CASES_H
#define WPP_TESTSUITE_UNIT_LIBRARY_CASES_H

#define CASES                                                                                                     \
  X (memcpy, "memcpy", V (0, 0, 24), S (0), AT (memcpy (p[0], p[1], 24)))                                          \
  X (memmove, "memmove", V (0, 0, 24), S (0), AT (memmove (p[0], p[1], 24)))                                       \
  X (memcpy_chk, "__memcpy_chk", V (0, 0, 24, 99), S (0), AT (memcpy_chk (p[0], p[1], 24, 99)))                    \
  X (mempcpy, "mempcpy", V (0, 0, 24), S (0), AT (mempcpy (p[0], p[1], 24)))                                       \
  X (memset, "memset", V (0, 7, 24), S (0), AT (memset (p[0], 7, 24)))                                             \
  X (memset_chk, "__memset_chk", V (0, 7, 24, 99), S (0), AT (memset_chk (p[0], 7, 24, 99)))                       \
  X (bzero, "bzero", V (0, 24), S (0), (bzero (p[0], 24), 0))                                                      \
  X (explicit_bzero, "explicit_bzero", V (0, 24), S (0), (explicit_bzero (p[0], 24), 0))                           \
  X (bcopy, "bcopy", V (0, 0, 24), S (0), (bcopy (p[0], p[1], 24), 0))                                             \
  X (memccpy, "memccpy", V (0, 0, 'c', 24), S (0, "abcd"), AT (memccpy (p[0], p[1], 'c', 24)))                     \
  X (memchr, "memchr", V (0, 'c', 24), S (0), AT (memchr (p[0], 'c', 24)))                                         \
  X (memrchr, "memrchr", V (0, 'c', 24), S (0), AT (memrchr (p[0], 'c', 24)))                                      \
  X (rawmemchr, "rawmemchr", V (0, 'c'), S ("abc"), AT (rawmemchr (p[0], 'c')))                                    \
  X (memcmp, "memcmp", V (0, 0, 2), S (0), SIGN (memcmp (p[0], p[1], 2)))                                          \
  X (memmem, "memmem", V (0, 24, 0, 2), S (0, 0, "b"), AT (memmem (p[0], 24, p[2], 2)))                            \
  X (strlen, "strlen", V (0), S ("abc"), strlen (p[0]))                                                            \
  X (strnlen, "strnlen", V (0, 3), S (0), strnlen (p[0], 3))                                                       \
  X (strcpy, "strcpy", V (0), S (0, "abcdef"), AT (strcpy (p[0], p[1])))                                           \
  X (strcpy_chk, "__strcpy_chk", V (0, 0, 99), S (0, "abcdef"), AT (strcpy_chk (p[0], p[1], 99)))                  \
  X (stpcpy, "stpcpy", V (0), S (0, "abcdef"), AT (stpcpy (p[0], p[1])))                                           \
  X (strncpy, "strncpy", V (0, 0, 9), S (0, "abc"), AT (strncpy (p[0], p[1], 9)))                                  \
  X (strncpy_2, "strncpy", V (0, 0, 3), S (0, "abcdef"), AT (strncpy (p[0], p[1], 3)))                             \
  X (stpncpy, "stpncpy", V (0, 0, 9), S (0, "abc"), AT (stpncpy (p[0], p[1], 9)))                                  \
  X (strcat, "strcat", V (0), S ("ab", "cde"), AT (strcat (p[0], p[1])))                                           \
  X (strncat, "strncat", V (0, 0, 2), S ("ab", "cde"), AT (strncat (p[0], p[1], 2)))                               \
  X (strcmp, "strcmp", V (0), S ("ab", "abc"), SIGN (strcmp (p[0], p[1])))                                         \
  X (strncmp, "strncmp", V (0, 0, 2), S ("abx", "aby"), SIGN (strncmp (p[0], p[1], 2)))                            \
  X (strcasecmp, "strcasecmp", V (0), S ("AB", "ab"), SIGN (strcasecmp (p[0], p[1])))                              \
  X (strncasecmp, "strncasecmp", V (0, 0, 2), S ("ABx", "aby"), SIGN (strncasecmp (p[0], p[1], 2)))                \
  X (strcoll, "strcoll", V (0), S ("ab", "abc"), SIGN (strcoll (p[0], p[1])))                                      \
  X (strxfrm, "strxfrm", V (0, 0, 9), S (0, "abc"), strxfrm (p[0], p[1], 9))                                       \
  X (strchr, "strchr", V (0, 'b'), S ("abc"), AT (strchr (p[0], 'b')))                                             \
  X (strrchr, "strrchr", V (0, 'b'), S ("abcb"), AT (strrchr (p[0], 'b')))                                         \
  X (strchrnul, "strchrnul", V (0, 'x'), S ("abcb"), AT (strchrnul (p[0], 'x')))                                   \
  X (strstr, "strstr", V (0), S ("abcd", "cd"), AT (strstr (p[0], p[1])))                                          \
  X (strcasestr, "strcasestr", V (0), S ("abCd", "cD"), AT (strcasestr (p[0], p[1])))                              \
  X (strspn, "strspn", V (0), S ("abcd", "ba"), strspn (p[0], p[1]))                                               \
  X (strdup, "strdup", V (0), S ("abcd"), FREE (strdup (p[0])))                                                    \
  X (strndup, "strndup", V (0, 2), S (0), FREE (strndup (p[0], 2)))                                                \
  X (strtok, "strtok", V (0), S ("ab,c", ","), AT (strtok (p[0], p[1])))                                           \
  X (strtok_r, "strtok_r", V (0), S ("ab,c", ","),                                                                 \
     ({ char *t_ = strtok_r (p[0], p[1], (char **)p[2]); CUT (p[2]); AT (t_); }))                                  \
  X (strerror, "strerror", V (2), S (0), strlen (strerror (2)))                                                    \
  X (strerror_r, "strerror_r", V (4711, 0, 40), S (0), AT (strerror_r (4711, p[1], 40)))                           \
  X (isalpha, "isalpha", V ('a'), S (0), isalpha ('a') != 0)                                                       \
  X (toupper, "toupper", V ('a'), S (0), toupper ('a'))                                                            \
  X (fgetc, "fgetc", V (0), S (0), fgetc (file))                                                                   \
  X (getchar, "getchar", V (0), S (0), getchar ())                                                                 \
  X (ungetc, "ungetc", V ('x'), S (0), ungetc ('x', file))                                                         \
  X (fgets, "fgets", V (0, 9), S (0), AT (fgets (p[0], 9, file)))                                                  \
  X (fgets_chk, "__fgets_chk", V (0, 99, 9), S (0), AT (fgets_chk (p[0], 99, 9, file)))                            \
  X (fread, "fread", V (0, 2, 3), S (0), fread (p[0], 2, 3, file))                                                 \
  X (fread_chk, "__fread_chk", V (0, 99, 2, 3), S (0), fread_chk (p[0], 99, 2, 3, file))                           \
  X (getline, "getline", V (0), S (0), LINE (getline ((char **)p[0], (size_t *)p[1], file)))                       \
  X (getdelim, "getdelim", V (0, 0, 'x'), S (0), LINE (getdelim ((char **)p[0], (size_t *)p[1], 'x', file)))       \
  X (fputc, "fputc", V ('x'), S (0), fputc ('x', file))                                                            \
  X (putchar, "putchar", V ('x'), S (0), putchar ('x'))                                                            \
  X (fputs, "fputs", V (0), S ("abc"), fputs (p[0], file))                                                         \
  X (puts, "puts", V (0), S ("abc"), puts (p[0]))                                                                  \
  X (fwrite, "fwrite", V (0, 2, 3), S (0), fwrite (p[0], 2, 3, file))                                              \
  X (printf, "printf", V (0), S ("%d %s %n", 0, "ab"), printf ("%d %s %n", 1, p[2], (int *)p[3]))                  \
  X (printf_chk, "__printf_chk", V (0), S (0, "%*d %.3s", 0, 0, "abcd"), printf_chk (1, "%*d %.3s", 3, 1, p[4]))   \
  X (fprintf, "fprintf", V (0), S (0, "%ls %hhn"), fprintf (file, "%ls %hhn", L"a", (signed char *)p[3]))   \
  X (fprintf_chk, "__fprintf_chk", V (0), S (0, 0, "%s", "ab"), fprintf_chk (file, 1, "%s", p[3]))                 \
  X (dprintf, "dprintf", V (1), S (0, "%s%ln", "ab"), dprintf (1, "%s%ln", p[2], (long *)p[3]))                    \
  X (sprintf, "sprintf", V (0), S (0, "%s%s", "ab", "cd"), sprintf (p[0], "%s%s", p[2], p[3]))                     \
  X (sprintf_chk, "__sprintf_chk", V (0, 0, 99), S (0, 0, 0, "%s", "ab"), sprintf_chk (p[0], 0, 99, "%s", p[4]))   \
  X (snprintf, "snprintf", V (0, 4), S (0, 0, "%s", "abcdef"), snprintf (p[0], 4, "%s", p[3]))                     \
  X (snprintf_chk, "__snprintf_chk", V (0, 4, 0, 99), S (0, 0, 0, 0, "%s", "abcdef"),                              \
     snprintf_chk (p[0], 4, 0, 99, "%s", p[5]))                                                                    \
  X (asprintf, "asprintf", V (0), S (0, "%s", "ab"), TEXT (asprintf ((char **)p[0], "%s", p[2])))                  \
  X (scanf, "scanf", V (0), S ("%d %2s"), scanf ("%d %2s", (int *)p[1], p[2]))                                     \
  X (scanf_h, "scanf", V (0), S ("%hhd"), scanf ("%hhd", (signed char *)p[1]))                                     \
  X (fscanf, "fscanf", V (0), S (0, "%ld %c%n"), fscanf (file, "%ld %c%n", (long *)p[2], p[3], (int *)p[4]))       \
  X (sscanf, "sscanf", V (0), S ("1.5 2.5 7", "%f %lf %hd"),                                                       \
     sscanf (p[0], "%f %lf %hd", (float *)p[2], (double *)p[3], (short *)p[4]))                                    \
  X (sscanf_set, "sscanf", V (0), S ("abc]d 12 34", "%[^]x] %*[]d] %*d %3c"),                                      \
     sscanf (p[0], "%[^]x] %*[]d] %*d %3c", p[2], p[3]))                                                           \
  X (sscanf_star, "sscanf", V (0), S ("12 34", "%*d %Ld"), sscanf (p[0], "%*d %Ld", (long long *)p[2]))            \
  X (fopen, "fopen", V (0), S ("/dev/null", "r"), CLOSE (fopen (p[0], p[1])))                                      \
  X (fflush, "fflush", V (0), S (0), fflush (file))                                                                \
  X (fseek, "fseek", V (0, 1, 0), S (0), fseek (file, 1, 0))                                                       \
  X (ftell, "ftell", V (0), S (0), ftell (file))                                                                   \
  X (fgetpos, "fgetpos", V (0), S (0), fgetpos (file, (fpos_t *)p[1]))                                             \
  X (remove, "remove", V (0), S ("/no/such/file"), remove (p[0]))                                                  \
  X (access, "access", V (0, 4), S ("/dev/null"), access (p[0], 4))                                                \
  X (rename, "rename", V (0), S ("/no/such/file", "/no/such"), rename (p[0], p[1]))                                \
  X (read, "read", V (0, 0, 5), S (0), read (0, p[1], 5))                                                          \
  X (read_chk, "__read_chk", V (0, 0, 5, 99), S (0), read_chk (0, p[1], 5, 99))                                    \
  X (pread, "pread", V (0, 0, 5, 2), S (0), pread (0, p[1], 5, 2))                                                 \
  X (write, "write", V (1, 0, 5), S (0), write (1, p[1], 5))                                                       \
  X (lseek, "lseek", V (0, 1, 0), S (0), lseek (0, 1, 0))                                                          \
  X (open, "open", V (0), S ("/no/such/file"), open (p[0], 0))                                                     \
  X (isatty, "isatty", V (0), S (0), isatty (0))                                                                   \
  X (pipe, "pipe", V (0), S (0), PIPE (pipe ((int *)p[0])))                                                        \
  X (readlink, "readlink", V (0, 0, 8), S ("/proc/self/cwd"), readlink (p[0], p[1], 8))                            \
  X (getcwd, "getcwd", V (0, 200), S (0), AT (getcwd (p[0], 200)))                                                 \
  X (realpath, "realpath", V (0), S ("/dev/null"), AT (realpath (p[0], p[1])))                                     \
  X (gethostname, "gethostname", V (0, 99), S (0), gethostname (p[0], 99))                                         \
  X (abs, "abs", V (-3), S (0), abs (-3))                                                                          \
  X (atoi, "atoi", V (0), S ("12"), atoi (p[0]))                                                                   \
  X (atof, "atof", V (0), S ("12.5"), (long)atof (p[0]))                                                           \
  X (strtol, "strtol", V (0, 0, 10), S ("99999999999999999999x"), END (strtol (p[0], (char **)p[1], 10)))          \
  X (strtod, "strtod", V (0), S ("1e999x"), END ((long)(strtod (p[0], (char **)p[1]) > 1)))                        \
  X (malloc, "malloc", V (9), S (0), FREE (malloc (9)))                                                            \
  X (realloc, "realloc", V (0, 9), S (0), FREE (realloc (malloc (3), 9)))                                          \
  X (posix_memalign, "posix_memalign", V (0, 16, 9), S (0), ALIGNED (posix_memalign ((void **)p[0], 16, 9)))       \
  X (rand_r, "rand_r", V (0), S (0), rand_r ((unsigned *)p[0]))                                                    \
  X (erand48, "erand48", V (0), S (0), (long)(1e6 * erand48 ((unsigned short *)p[0])))                             \
  X (qsort, "qsort", V (0, 8, 4), S (0), (qsort (p[0], 8, 4, compare), 0))                                         \
  X (bsearch, "bsearch", V (0, 0, 8, 4), S (0), AT (bsearch (p[0], p[1], 8, 4, compare)))                          \
  X (getenv, "getenv", V (0), S ("NOSUCH"), AT (getenv (p[0])))                                                    \
  X (mblen, "mblen", V (0, 3), S (0), mblen (p[0], 3))                                                             \
  X (mbtowc, "mbtowc", V (0, 0, 3), S (0, "a"), mbtowc ((wchar_t *)p[0], p[1], 3))                                 \
  X (wctomb, "wctomb", V (0, 'a'), S (0), (p[0][1] = 0, wctomb (p[0], 'a')))                                       \
  X (mbstowcs, "mbstowcs", V (0, 0, 5), S (0, "abc"), mbstowcs ((wchar_t *)p[0], p[1], 5))                         \
  X (wcstombs, "wcstombs", V (0, 0, 5), S (0, WIDE), wcstombs (p[0], (wchar_t *)p[1], 5))                          \
  X (setlocale, "setlocale", V (LC_ALL), S (0, "C"), strlen (setlocale (LC_ALL, p[1])))                            \
  X (time, "time", V (0), S (0), time ((time_t *)p[0]) < 0)                                                        \
  X (difftime, "difftime", V (3, 1), S (0), (long)difftime (3, 1))                                                 \
  X (gettimeofday, "gettimeofday", V (0), S (0), CLOCK (gettimeofday ((struct timeval *)p[0], (void *)p[1])))      \
  X (clock_gettime, "clock_gettime", V (0), S (0), CLOCK1 (clock_gettime (CLOCK_REALTIME, (struct timespec *)p[1]))) \
  X (gmtime, "gmtime", V (0), S (DAY), gmtime ((time_t *)p[0])->tm_mday)                                           \
  X (gmtime_r, "gmtime_r", V (0), S (DAY), gmtime_r ((time_t *)p[0], (struct tm *)p[1])->tm_mday)                  \
  X (mktime, "mktime", V (0), S (TM), mktime ((struct tm *)p[0]))                                                  \
  X (asctime_r, "asctime_r", V (0), S (TM), AT (asctime_r ((struct tm *)p[0], p[1])))                              \
  X (ctime_r, "ctime_r", V (0), S (DAY), AT (ctime_r ((time_t *)p[0], p[1])))                                      \
  X (strftime, "strftime", V (0, 30), S (0, 0, "%Y %d", TM), strftime (p[0], 30, "%Y %d", (struct tm *)p[3]))      \
  X (wcslen, "wcslen", V (0), S (WIDE), wcslen ((wchar_t *)p[0]))                                                  \
  X (wcscpy, "wcscpy", V (0), S (0, WIDE), AT (wcscpy ((wchar_t *)p[0], (wchar_t *)p[1])))                         \
  X (wcscat, "wcscat", V (0), S (WIDE, WIDE), AT (wcscat ((wchar_t *)p[0], (wchar_t *)p[1])))                      \
  X (wcsncpy, "wcsncpy", V (0, 0, 9), S (0, WIDE), AT (wcsncpy ((wchar_t *)p[0], (wchar_t *)p[1], 9)))             \
  X (wcscmp, "wcscmp", V (0), S (WIDE, WIDE), SIGN (wcscmp ((wchar_t *)p[0], (wchar_t *)p[1])))                    \
  X (wcsncmp, "wcsncmp", V (0, 0, 2), S (0), SIGN (wcsncmp ((wchar_t *)p[0], (wchar_t *)p[1], 2)))                 \
  X (wcschr, "wcschr", V (0, 'b'), S (WIDE), AT (wcschr ((wchar_t *)p[0], 'b')))                                   \
  X (wcsstr, "wcsstr", V (0), S (WIDE, WIDE), AT (wcsstr ((wchar_t *)p[0], (wchar_t *)p[1])))                      \
  X (wmemcpy, "wmemcpy", V (0, 0, 3), S (0), AT (wmemcpy ((wchar_t *)p[0], (wchar_t *)p[1], 3)))                   \
  X (wmemset, "wmemset", V (0, 7, 3), S (0), AT (wmemset ((wchar_t *)p[0], 7, 3)))                                 \
  X (wmemcmp, "wmemcmp", V (0, 0, 3), S (0), SIGN (wmemcmp ((wchar_t *)p[0], (wchar_t *)p[1], 3)))                 \
  X (wcstol, "wcstol", V (0, 0, 10), S (WIDE), END (wcstol ((wchar_t *)p[0], (wchar_t **)p[1], 10)))               \
  X (sin, "sin", V (0), S (0), (long)(1e6 * sin (1)))                                                              \
  X (sqrt, "sqrt", V (0), S (0), (long)sqrt (minus) < 0)                                                           \
  X (frexp, "frexp", V (0), S (0), (long)(8 * frexp (12, (int *)p[1])))                                            \
  X (modf, "modf", V (0), S (0), (long)(8 * modf (1.5, (double *)p[1])))                                           \
  X (modff, "modff", V (0), S (0), (long)(8 * modff (1.5, (float *)p[1])))                                         \
  X (modfl, "modfl", V (0), S (0), (long)(8 * modfl (1.5, (long double *)p[1])))                                   \
  X (remquo, "remquo", V (0), S (0), (long)(8 * remquo (7, 2, (int *)p[2])))                                       \
  X (sincos, "sincos", V (0), S (0), (sincos (1, (double *)p[1], (double *)p[2]), 0))                              \
  X (sincosf, "sincosf", V (0), S (0), (sincosf (1, (float *)p[1], (float *)p[2]), 0))                             \
  X (sincosl, "sincosl", V (0), S (0), (sincosl (1, (long double *)p[1], (long double *)p[2]), 0))                 \
  X (lgamma_r, "lgamma_r", V (0), S (0), (long)(8 * lgamma_r (3.5, (int *)p[1])))                                  \
  X (nan, "nan", V (0), S ("1"), nan (p[0]) != 0)

/* Not called: what others do is theirs, or they change the process.  */
#define NOT_CALLED                                                                                                \
  "__asprintf_chk", "__ctype_b_loc", "__dprintf_chk", "__errno_location", "__fxstat", "__overflow", "__vasprintf_chk", \
      "__vdprintf_chk", "__vfprintf_chk", "__vprintf_chk", "__vsnprintf_chk", "__vsprintf_chk", "__xstat", "asctime", \
      "atexit", "clock", "ctime", "dcgettext", "dup", "dup2", "fclose", "fdopen", "feof", "free", "freopen",       \
      "fsetpos", "fstat", "fwprintf", "getpid", "gets", "gettext", "localeconv", "malloc_usable_size", "mkstemp",  \
      "nanosleep", "openat", "perror", "putenv", "qsort_r", "rand", "recv", "send", "setenv", "setlinebuf", "setvbuf", \
      "srand", "stat", "strlcat", "strlcpy", "strsep", "swprintf", "sysconf", "tmpfile", "tmpnam", "unsetenv",     \
      "vasprintf", "vdprintf", "vfprintf", "vfscanf", "vprintf", "vscanf", "vsnprintf", "vsprintf", "vsscanf",     \
      "va_copy", "va_end", "va_start", ".VA_ARG", "wprintf", "wscanf"

#endif /* WPP_TESTSUITE_UNIT_LIBRARY_CASES_H */
