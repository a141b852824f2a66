/* A pointer that walks through an array of a structure leaves alone what lies before it. */
#include "common.h"
struct state { int *to; int n; int a[8]; };
static int x;
int main(void) {
  struct state s = {&x, 3};
  int *q = s.a, i;
  for (i = 0; i < 8; i++)
    *q++ = __VERIFIER_nondet_int();
  CHECK(s.to == &x);
  CHECK(s.n == S(3, 4));
  return 0;
}
