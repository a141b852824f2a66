// CWE-476
// fault: valid-argument|valid-deref
// witness: 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char given = __VERIFIER_nondet_uchar();
  const char *s = given ? "abc" : NULL;
#ifndef BAD
  if (!s)
    s = "";
#endif
  assert(strlen(s) <= 3); // FAULT
  return 0;
}
