// CWE-191
// fault: no-overflow
// witness: -2147483648 1
#include <assert.h>
#include <limits.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int balance = __VERIFIER_nondet_int();
  unsigned char cost = __VERIFIER_nondet_uchar();
#ifndef BAD
  if (balance < INT_MIN + 255)
    return 0;
#endif
  int left = balance - cost; // FAULT
  assert(left <= balance);
  return 0;
}
