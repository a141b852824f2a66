// CWE-125
// fault: valid-deref|valid-call
// witness: 2
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int a(void) { return 1; }
static int b(void) { return 2; }
static int (*handlers[2])(void) = {a, b};
int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (k > 2)
#else
  if (k >= 2)
#endif
    return 0;
  assert(handlers[k]() == k + 1); // FAULT
  return 0;
}
