// false
// inputs: 200 400
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x < -300 || x > 200 || y < 0 || y > 400)
    return 0;
  int z = x * y;
  assert(z >= -120000 && z <= 79999);
  return 0;
}
