// CWE-476
// fault: valid-argument|valid-deref
// witness: 0
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char a[4];
  unsigned char given = __VERIFIER_nondet_uchar();
  const char *s = given ? "abc" : NULL;
#ifndef BAD
  if (s)
#endif
  strcpy(a, s); // FAULT
  return 0;
}
