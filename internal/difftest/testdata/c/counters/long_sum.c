// pair --check=default
// inputs: 0
// a sum of 64 bits of integers of any size
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long total = 0;
  for (int i = 0; i < 1000; i++)
    total += __VERIFIER_nondet_int();
#ifdef UNSAFE
  assert(total != 0);
#else
  assert(total <= 2147483647L * 1000);
#endif
  return 0;
}
