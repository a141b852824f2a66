// CWE-476
// fault: valid-argument|valid-deref
// witness: 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int x = 1, *p;
  unsigned char given = __VERIFIER_nondet_uchar();
  p = given ? &x : NULL;
#ifndef BAD
  if (p)
#endif
  memset(p, 0, sizeof *p); // FAULT
  assert(!given || x == 0);
  return 0;
}
