// pair
// A decoder keeps its place in a structure.
// inputs: 3 255 255 255 9 0
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct in { const unsigned char *p, *end; };
static int byte(struct in *c) { return c->p < c->end ? *c->p++ : -1; }
int main(void) {
  unsigned char buf[6];
  for (int i = 0; i < 6; i++) buf[i] = __VERIFIER_nondet_uchar();
  struct in c = {buf, buf + 6};
  int n = byte(&c) & 3, sum = 0;
  for (int i = 0; i < n; i++) sum += byte(&c);
  int last = byte(&c);
#ifndef UNSAFE
  assert(c.p - buf == n + 2 && last == buf[n + 1] && sum <= 255 * n);
#else
  assert(sum != 765 || last != 9);
#endif
  return 0;
}
