// false
// inputs: -1
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
#define least(a, b) ({ typeof(a) l_ = (a); typeof(b) r_ = (b); l_ < r_ ? l_ : r_; })
#define most(a, b) ({ __auto_type l_ = (a); __auto_type r_ = (b); l_ > r_ ? l_ : r_; })
enum mode { OFF, ON };
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < -5 || x > 5) return 0;
  assert(least(OFF, x) >= 0);
  return 0;
}
