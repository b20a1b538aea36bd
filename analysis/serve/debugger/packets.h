/* Packets of gdb's remote protocol.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A packet is `$TEXT#CC', CC the sum of its bytes, answered by `+' until both sides have agreed to do without.  See the
   manual of gdb, Appendix E.  */

#ifndef WPP_ANALYSIS_SERVE_DEBUGGER_PACKETS_H
#define WPP_ANALYSIS_SERVE_DEBUGGER_PACKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WPP_PACKET_SIZE 16384u

struct wpp_packets
{
  int in, out;
  bool silent;                   /* without `+' */
  bool interrupted;              /* the user wants the program to stop */
  size_t n, at;                  /* read ahead */
  unsigned char ahead[4096];
  char text[WPP_PACKET_SIZE + 1]; /* the last packet */
};

/* Read the next packet.  1: it is in TEXT; 0: the other side is gone; WPP_E_IO.  */
int wpp_packets_read (struct wpp_packets *p);
/* Write TEXT [N] as a packet.  0 or WPP_E_IO.  */
int wpp_packets_write (struct wpp_packets *p, const char *text, size_t n);

/* Has the other side asked to stop, or gone?  Does not wait.  */
bool wpp_packets_interrupted_p (struct wpp_packets *p);

/* The number in hexadecimal digits at *TEXT, which moves after it.  */
uint64_t wpp_packet_number (const char **text);
/* Write N bytes to TEXT in hexadecimal digits and a 0; return the end.  */
char *wpp_packet_bytes (char *text, const void *bytes, size_t n);

#endif /* WPP_ANALYSIS_SERVE_DEBUGGER_PACKETS_H */
