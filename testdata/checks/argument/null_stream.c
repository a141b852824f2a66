// CWE-476
// fault: valid-argument|valid-deref
// witness: 0
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  FILE *log = __VERIFIER_nondet_uchar() ? stderr : NULL;
#ifndef BAD
  if (!log)
    log = stdout;
#endif
  fputs("ready\n", log); // FAULT
  return 0;
}
