// CWE-758
// fault: unreachable
// witness: 3
// sanitizers: do not see this
// models: LP64 ILP32
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

_Noreturn static void die(int status) {
  if (status > 3)
    exit(status);
#ifndef BAD
  abort();
#endif
} // FAULT

int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  if (k > 2)
    die(k);
  return 0;
}
