// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void swap(int **p, int **q) { int *t = *p; *p = *q; *q = t; }
int main(void) {
  int k = __VERIFIER_nondet_int(), a = 1, b = 2, *p = &a, *q = &b;
  if (k) {
    int x = 3, *s = &x;
    swap(&s, &p);
    *p += 1;
    swap(&p, &s);
    a += x;
  } else {
    swap(&p, &q);
  }
  assert(*p == (k ? 4 : 2));
  return 0;
}
