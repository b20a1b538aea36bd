/* The plugin's own warnings: -Wwpp-NAME, -Wno-wpp-NAME, -Werror=wpp-NAME, -Wno-error=wpp-NAME.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A plugin cannot add options to GCC's own, and the driver has no way to keep the order of such options.  So of those
   for one warning -Wno- goes before all others, and -Werror= before -Wno-error=.  -w and -Werror mean what they mean
   for GCC's.  */

#include "plugin/options/warnings.h"

namespace {

const char *const names[WPP_N_WARNINGS] = { "mismatch", "missing" };

/* What the command line says of a warning.  */
struct severity
{
  bool off, error, no_error;
};
severity given[WPP_N_WARNINGS];

} // anonymous namespace

bool
wpp_read_warning (const char *key)
{
  static const struct { const char *begin; bool severity::*what; } forms[]
    = { { "Wno-error=", &severity::no_error }, { "Wno-", &severity::off }, { "Werror=", &severity::error },
        { "W", NULL } };

  for (const auto &form : forms)
    if (startswith (key, form.begin))
      {
        for (unsigned w = 0; w < WPP_N_WARNINGS; w++)
          if (!strcmp (key + strlen (form.begin), names[w]))
            {
              if (form.what)
                given[w].*form.what = true;
              return true;
            }
        std::string known;
        for (const char *name : names)
          known += std::string (known.empty () ? "" : ", ") + "-Wwpp-" + name;
        std::string option = std::string ("-") + form.begin + "wpp-" + (key + strlen (form.begin));
        error_at (UNKNOWN_LOCATION, "%qs: unknown warning; known are: %s, and these with %<-Wno-wpp-%>, "
                  "%<-Werror=wpp-%>, %<-Wno-error=wpp-%>", option.c_str (), known.c_str ());
        return false;
      }
  return false;
}

bool
wpp_warning_p (wpp_warning warning)
{
  return !given[warning].off && !inhibit_warnings;
}

bool
wpp_warn (wpp_warning warning, location_t where, const char *format, ...)
{
  const severity &s = given[warning];
  va_list arguments;

  if (!wpp_warning_p (warning))
    return false;
  va_start (arguments, format);
  std::string name = std::string ("wpp-") + names[warning] + "]";
  if (s.error)
    wpp_diagnose (WPP_SAY_ERROR, where, (std::string (format) + " [-Werror=" + name).c_str (), &arguments);
  else
    wpp_diagnose (s.no_error ? WPP_SAY_NO_ERROR : WPP_SAY_WARNING, where,
                  (std::string (format) + " [-W" + name).c_str (), &arguments);
  va_end (arguments);
  return true;
}
