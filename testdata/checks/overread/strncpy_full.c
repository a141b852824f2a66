// CWE-170
// fault: valid-deref
// witness: 6
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char src[8];
  char *dst = malloc(4);
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n < 8);
  if (!dst)
    return 0;
  memset(src, 'x', n);
  src[n] = 0;
  strncpy(dst, src, 4);
#ifndef BAD
  dst[3] = 0;
#endif
  assert(strlen(dst) <= n); // FAULT
  free(dst);
  return 0;
}
