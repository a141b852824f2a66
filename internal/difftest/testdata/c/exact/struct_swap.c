// pair
// Two structures of an array are exchanged at indices that are inputs.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct pt { int key; short val; };
int main(void) {
  struct pt s[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};
  unsigned a = __VERIFIER_nondet_uint() % 4, b = __VERIFIER_nondet_uint() % 4;
  struct pt t = s[a];
  s[a] = s[b];
  s[b] = t;
#ifndef UNSAFE
  assert(s[a].key == (int)b + 1 && s[b].val == 10 * s[b].key);
#else
  assert(s[a].key != 3 || s[b].val != 20);
#endif
  return 0;
}
