// pair --check=default
// inputs: 1 1 1
// a quantity that is used up
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int fuel = 7000, steps = 0;
  while (fuel > 1) {
    if (__VERIFIER_nondet_int()) {
      fuel -= 2;
      steps++;
    } else {
      fuel--;
    }
  }
#ifdef UNSAFE
  assert(steps < 3);
#else
  assert(steps <= 7000);
#endif
  return steps;
}
