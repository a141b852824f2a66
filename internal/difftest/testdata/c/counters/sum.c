// pair --check=default
// inputs: 0
// a sum of values in a range
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int sum = 0;
  for (int i = 0; i < 9000; i++) {
    int v = __VERIFIER_nondet_int();
    if (v < -600 || v > 600)
      continue;
    sum += v;
  }
#ifdef UNSAFE
  assert(sum != 0);
#else
  assert(sum <= 600 * 9000 && sum >= -600 * 9000);
#endif
  return 0;
}
