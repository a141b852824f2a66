// CWE-476
// fault: valid-deref|valid-argument
// witness:
// sanitizers: do not see this
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  const char *names[3] = {"12", "0x1f", 0}, *end = 0;
  unsigned char i = __VERIFIER_nondet_uchar() % 3;
#ifndef BAD
  if (!names[i])
    return 0;
#endif
  return strtol(names[i], (char **)&end, 0) == 7; // FAULT
}
