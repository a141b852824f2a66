// pair --check=default
// inputs: 0
// a loop that ends early
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 0, steps = 0;
  while (steps < 4000 && __VERIFIER_nondet_int() != 0) {
    steps++;
    if (__VERIFIER_nondet_int() < 0)
      n++;
  }
#ifdef UNSAFE
  assert(n < steps);
#else
  assert(n <= 4000);
#endif
  return 0;
}
