// pair --check=default
// inputs: 5 5 5
// a counter in three loops
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = 0;
  for (int i = 0; i < 90; i++)
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 11; k++)
        if (__VERIFIER_nondet_int() > 3)
          n++;
#ifdef UNSAFE
  assert(n < 3);
#else
  assert(n <= 11 * 16 * 90);
#endif
  return n;
}
