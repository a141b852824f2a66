// true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct box { int n; int *data; };
static int fill(struct box **out, int n) {
  struct box *b = malloc(sizeof *b);
  b->n = n; b->data = malloc(sizeof(int) * 2);
  b->data[0] = n; b->data[1] = -n;
  *out = b;
  return n != 0;
}
int main(void) {
  struct box *b, *c;
  int n = __VERIFIER_nondet_uchar();
  int ok = fill(&b, n) + fill(&c, n + 1);
  c->data[1]++;
  assert(b->data[0] + b->data[1] == 0 && c->data[0] + c->data[1] == 1 && ok >= 1);
  free(b->data); free(b);
  return 0;
}
