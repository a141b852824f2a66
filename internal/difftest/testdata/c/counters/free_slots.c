// pair --check=default
// inputs: 5 5 5
// a lower bound: what is free shrinks
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int left = 30000;
  for (int i = 0; i < 30000; i++)
    if (__VERIFIER_nondet_int() > 4)
      left--;
#ifdef UNSAFE
  assert(left > 29997);
#else
  assert(left >= 0);
#endif
  return 0;
}
