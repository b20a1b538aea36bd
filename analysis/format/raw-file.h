/* A raw file: the file that a program writes itself when no collector can be started (wpp(5)).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   file    := header record*
   header  := offset  0  magic "\211WPR\r\n\032\n"
                      8  u16 major version, u16 minor version, u32 bytes of the header, whole pages
                     16  u32 how the program ended (enum wpp_ending), u32 exit status
                     24  u32 process id, u32 how often threads left a stack for one that is not known (minor
                         version 0: 0)
                     32  u64 when recording began, ns since 1970
                     40  u64 ns from then to the program's exit, 0: not known
                     48  u64 events lost because there was no room
                     56  u32 size of the program's path, u32 size of the recording options, u32 size of
                         the build-id, u32 least number of pages of the whole file, 0: not known
                     72  program's path, recording options, build-id
   record  := a page  0  u32 kind, u32 thread (of events)
                      8  u64 bytes of the payload
              payload, filled up to whole pages
   A record of kind 0 is empty, and so is the file after it.  An events record has event words in
   the order of its thread; readers skip words that are 0.  A modules record has a sequence of
   struct wpp_module_record (module-record.h).

   A page has 4096 bytes; integers have their least significant byte first.

   The program maps the payloads of events and stores events there, so the file has everything that a killed
   program had stored.  While the program runs, it holds a lock (flock) on the file.  */

#ifndef WPP_ANALYSIS_FORMAT_RAW_FILE_H
#define WPP_ANALYSIS_FORMAT_RAW_FILE_H

#define WPP_RAW_MAGIC "\211WPR\r\n\032\n"
#define WPP_RAW_MAJOR 1
#define WPP_RAW_MINOR 2   /* 0 had no pages of the whole file, 1 no events that tell of stacks (event.h) */
#define WPP_RAW_PAGE 4096u

#define WPP_RAW_VERSION_AT 8
#define WPP_RAW_ENDING_AT 16
#define WPP_RAW_STATUS_AT 20
#define WPP_RAW_PID_AT 24
#define WPP_RAW_SWITCHED_AT 28
#define WPP_RAW_BEGAN_AT 32
#define WPP_RAW_DURATION_AT 40
#define WPP_RAW_LOST_AT 48
#define WPP_RAW_SIZES_AT 56
#define WPP_RAW_PAGES_AT 68
#define WPP_RAW_STRINGS_AT 72

enum wpp_raw_kind
{
  WPP_RAW_NOTHING = 0,
  WPP_RAW_EVENTS = 1,
  WPP_RAW_MODULES = 2
};

#endif /* WPP_ANALYSIS_FORMAT_RAW_FILE_H */
