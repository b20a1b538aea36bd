/* deny NUMBER... -- COMMAND...: run COMMAND where the system calls NUMBER fail with EPERM.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
  struct sock_filter code[64] = { BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)) };
  unsigned short n = 1;
  int i = 1;
  for (; i < argc && strcmp (argv[i], "--") && n < 60; i++)
    {
      code[n++] = (struct sock_filter) BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, atoi (argv[i]), 0, 1);
      code[n++] = (struct sock_filter) BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    }
  code[n++] = (struct sock_filter) BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = { n, code };
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    return perror ("seccomp"), 99;
  execvp (argv[i + 1], argv + i + 1);
  return perror (argv[i + 1]), 99;
}
