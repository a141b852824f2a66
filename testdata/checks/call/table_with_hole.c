// CWE-476
// fault: valid-call|valid-deref
// witness: 1
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static int zero(int x) { return x; }
static int two(int x) { return x / 2; }
static int (*const table[3])(int) = {zero, NULL, two};
int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(k < 3);
#ifndef BAD
  if (table[k])
#endif
  assert(table[k](4) >= 2); // FAULT
  return 0;
}
