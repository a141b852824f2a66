// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  typedef signed char C __attribute__((vector_size(8)));
  signed char x = (signed char)(__VERIFIER_nondet_int() & 63);
  C a = {100, x, 1, 2, 3, 4, 5, 6};
  C b = a + a;
  assert(b[1] == 2 * x && b[0] == 200);
  return 0;
}
