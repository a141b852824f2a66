// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
typedef int V __attribute__((vector_size(16)));
int main(void) {
  int x = __VERIFIER_nondet_int();
  V a = {x, 1, -1, 7}, zero = {0};
  V m = a < zero;
  V abs = (m & -a) | (~m & a);
  assert(abs[2] == 1 && abs[3] == 7 && (x == (int)0x80000000 || abs[0] > 0));
  return 0;
}
