// false --32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int none[] = {};
int rows[][3] = {};
static char text[] = {};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1) return 0;
  int local[] = {}, some[2] = {};
  struct { int n, a[]; } s = {};
  assert(sizeof none == 0 && sizeof rows == 0 && sizeof text == 0 && sizeof local == 0 && sizeof((int[]){}) == 0);
  assert(s.n == 0 && some[1] == 0);
  assert(sizeof some == (n ? 8 : 4 + n));
  return 0;
}
