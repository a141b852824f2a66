// pair --check=default
// inputs: 5 5 5
// a counter in an inner loop
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 0;
  for (int i = 0; i < 900; i++)
    for (int j = 0; j < 16; j++)
      if (__VERIFIER_nondet_int() > 3)
        n++;
#ifdef UNSAFE
  assert(n < 3);
#else
  assert(n <= 16 * 900);
#endif
  return n;
}
