// false --32 -std=c23
// gcc: newer
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum answer : bool { NO, YES };
struct s { enum answer a; enum answer b : 1; };
static enum answer ask(int x) { return x; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  enum answer a = x;
  struct s s = { x, x };
  assert(a == (x & 1 ? YES : NO) && s.a == a && ask(x) == a && s.b == a);
  return (enum answer)0.5 - 1;
}
