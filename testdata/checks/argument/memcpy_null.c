// CWE-476
// fault: valid-argument|valid-deref
// witness: 4
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char to[4];
  const char *from = NULL;
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 4);
#ifndef BAD
  n = 0;
  if (n > 0)
#endif
  memcpy(to, from, n ? n : 1); // FAULT
  return 0;
}
