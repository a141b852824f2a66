// pair
// Two blocks of one allocation are different objects.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *box(int v) {
  int *p = malloc(sizeof *p);
  if (!p) exit(0);
  *p = v;
  return p;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int *a = box(x), *b = box(y), **pp = __VERIFIER_nondet_int() ? &a : &b;
  **pp = 4;
#ifndef UNSAFE
  assert((*a == 4 && *b == y) || (*a == x && *b == 4));
  assert(a != b);
#else
  assert(*a != 4 || *b != 9);
#endif
  free(a);
  free(b);
  return 0;
}
