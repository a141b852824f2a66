// pair --32
// Three blocks made in a loop, and reached through a table.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int *t[3];
  for (int i = 0; i < 3; i++) {
    t[i] = malloc(2 * sizeof(int));
    if (!t[i]) return 0;
    t[i][0] = i;
    t[i][1] = 10 * i;
  }
  unsigned a = __VERIFIER_nondet_uint() % 3, b = __VERIFIER_nondet_uint() % 3;
  t[a][1] = 99;
#ifndef UNSAFE
  assert(t[b][1] == (a == b ? 99 : 10 * (int)b) && t[b][0] == (int)b);
#else
  assert(t[b][1] != 20 || t[0][1] != 99);
#endif
  return 0;
}
