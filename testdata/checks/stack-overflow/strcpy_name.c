// CWE-121
// fault: valid-deref
// witness: 7
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char src[8], dst[6];
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n < 8);
  memset(src, 'a', sizeof src);
  src[n] = 0;
#ifndef BAD
  if (strlen(src) < sizeof dst)
#endif
  strcpy(dst, src); // FAULT
  return 0;
}
