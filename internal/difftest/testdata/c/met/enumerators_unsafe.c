// false
#include <assert.h>
int __VERIFIER_nondet_int(void);
enum switch_state { OFF, ON };
#define least(a, b) ({ __auto_type x_ = (a); __auto_type y_ = (b); x_ < y_ ? x_ : y_; })
int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(least(OFF, x) >= 0);
  return 0;
}
