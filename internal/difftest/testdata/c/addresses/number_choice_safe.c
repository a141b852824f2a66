// true
// One of two pointers, with a tag that says which one.
#include <assert.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = 1, b = 2;
  int c = __VERIFIER_nondet_int();
  uintptr_t u = c ? (uintptr_t)&a | 1 : (uintptr_t)&b;
  int *p = (int *)(u & ~(uintptr_t)3);
  assert(*p == (u & 1 ? 1 : 2));
  return 0;
}
