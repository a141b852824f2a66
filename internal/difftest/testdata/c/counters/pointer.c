// pair --check=default
// inputs: 0
// a counter behind a pointer
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static void bump(int *p, int by) { *p += by & 7; }

int main(void) {
  int a = 0, b = 0;
  for (int i = 0; i < 6000; i++) {
    bump(&a, __VERIFIER_nondet_int());
    bump(&b, 3);
  }
#ifdef UNSAFE
  assert(b < 3);
#else
  assert(a <= 7 * 6000 && b <= 3 * 6000);
#endif
  return 0;
}
