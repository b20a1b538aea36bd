/* A linked object and its units, as a running program writes them: in the memory shared with the
   collector, in raw files and in files of path counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#ifndef WPP_ANALYSIS_FORMAT_MODULE_RECORD_H
#define WPP_ANALYSIS_FORMAT_MODULE_RECORD_H

#include <stdint.h>

#define WPP_PATH_BYTES 4096u    /* room for the name of a file, with its terminating zero */
#define WPP_MARK_BYTES 64u /* of a mark's name (wpp.h), with the 0 at its end */
#define WPP_BUILD_ID_BYTES 64u

/* Followed by struct wpp_unit_record [n_units], the build id and the path with its
   terminating zero, padded to 8 bytes.  */
struct wpp_module_record
{
  uint32_t size;
  uint32_t n_units;
  uint32_t build_id_size;
  uint32_t path_size; /* with the zero */
};

struct wpp_unit_record
{
  uint64_t id;
  uint32_t base;
  uint32_t n_paths;
};

/* What is known of the values of such units, those of one object; after its record.  Followed by struct
   wpp_valued_unit_record [n_units], and the units' bases, 64 bits each.  */
struct wpp_values_record
{
  uint32_t size;
  uint32_t n_units;
  uint32_t mark;      /* WPP_VALUES_RECORD, which no build id has for its size */
  uint32_t zero;
};
#define WPP_VALUES_RECORD UINT32_MAX

struct wpp_valued_unit_record
{
  uint64_t id;
  uint32_t path_base; /* the unit's `base' */
  uint32_t base;      /* number of the unit's check 0 among those of the process */
  uint32_t n_values;  /* checks; with values=all, or statements, if these are more */
  uint32_t n_bases;   /* addresses of variables that pointers may reach */
  uint32_t truths;    /* 1: with values=all; 2: with values=check */
  uint32_t zero;
};

#endif /* WPP_ANALYSIS_FORMAT_MODULE_RECORD_H */
