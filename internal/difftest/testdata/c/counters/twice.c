// pair --check=default
// inputs: 1 1 1
// a counter that grows by up to two in a round
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 0, i = 0;
  while (i < 5000) {
    if (__VERIFIER_nondet_int() > 0)
      n++;
    if (__VERIFIER_nondet_int() > 0)
      n++;
    i++;
  }
#ifdef UNSAFE
  assert(n < 3);
#else
  assert(n <= 10000);
#endif
  return n;
}
