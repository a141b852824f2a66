// pair --check=default
// inputs: 1
// a counter of rounds that takes steps of several sizes
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = 0, n = 0;
  while (i < 30000) {
    i += __VERIFIER_nondet_int() ? 3 : 1;
    n++;
  }
#ifdef UNSAFE
  assert(n == 30000);
#else
  assert(n <= 30000);
#endif
  return 0;
}
