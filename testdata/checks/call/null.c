// CWE-476
// fault: valid-call|valid-deref
// witness: 0
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int one(void) { return 1; }
int main(void) {
  int (*f)(void);
  unsigned char set = __VERIFIER_nondet_uchar();
  f = set ? one : NULL;
#ifdef BAD
  int r = f(); // FAULT
#else
  int r = f ? f() : 1;
#endif
  assert(r == 1);
  return 0;
}
