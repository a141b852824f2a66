// CWE-125
// fault: valid-deref
// witness: 3
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char *p = calloc(6, 1);
  unsigned v;
  unsigned char at = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(at < 6);
  if (!p)
    return 0;
#ifdef BAD
  if (at + 3 <= 6)
#else
  if (at + 4 <= 6)
#endif
  {
    memcpy(&v, p + at, sizeof v); // FAULT
    assert(v == 0);
  }
  free(p);
  return 0;
}
