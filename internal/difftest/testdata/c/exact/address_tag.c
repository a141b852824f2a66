// pair --32
// A tag in the low bit of a pointer that a structure keeps.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct cell { uintptr_t at; int v; };
int main(void) {
  struct cell a = {0, 1}, b = {0, 2}, *t[2] = {&a, &b};
  unsigned i = __VERIFIER_nondet_uint() & 1, tag = __VERIFIER_nondet_uint() & 1;
  struct cell *h = malloc(sizeof *h);
  if (!h) return 0;
  h->at = (uintptr_t)t[i] | tag;
  struct cell *p = (struct cell *)(h->at & ~(uintptr_t)1);
  p->v += 10;
#ifndef UNSAFE
  assert((h->at & 1) == tag && a.v + b.v == 13 && p->v == 11 + (int)i);
#else
  assert(b.v != 12 || !(h->at & 1));
#endif
  free(h);
  return 0;
}
