// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(__builtin_choose_expr(sizeof(int) == 4, x, "text") == x);
  assert(__builtin_types_compatible_p(int, __typeof__(x)) == 1);
  return 0;
}
