/* -fwpp-generate.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GENERATE_GENERATE_H
#define WPP_PLUGIN_GENERATE_GENERATE_H

/* Instrument the whole unit, and emit its notes and its descriptor.  */
unsigned wpp_generate_unit ();

/* Add the passes that recording needs beside that to PLUGIN's.  */
void wpp_register_generate (const char *plugin);

#endif /* WPP_PLUGIN_GENERATE_GENERATE_H */
