// pair
// Structures of 300 bytes are copied at an index.
// inputs: 0 1 5 8
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct big { int id; unsigned char name[256]; int v[10]; };
static struct big t[3];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 3, j = __VERIFIER_nondet_uint() % 3, k = __VERIFIER_nondet_uint() % 256;
  unsigned char c = __VERIFIER_nondet_uchar();
  t[i].id = 5;
  t[i].name[k] = c;
  t[i].v[9] = 6;
  struct big x = t[i];
  t[j] = x;
#ifndef UNSAFE
  assert(t[j].id == 5 && t[j].name[k] == c && t[j].v[9] == 6 && t[j].v[0] == 0);
#else
  assert(t[j].name[k] != 8 || i == j);
#endif
  return 0;
}
