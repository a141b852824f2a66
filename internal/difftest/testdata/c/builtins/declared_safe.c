// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern int __builtin_popcount(unsigned);
int __builtin_abs(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == (int)0x80000000) return 0;
  assert(__builtin_popcount(7) == 3 && __builtin_abs(x) >= 0);
  return 0;
}
