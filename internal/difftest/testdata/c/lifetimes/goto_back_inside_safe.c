// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  /* the block is not left: the object is the same */
  int *p = 0, n = 0;
again:;
  int x = n;
  if (p) {
    *p = 40;
    x += n;
  }
  p = &x;
  if (n++ < 2)
    goto again;
  assert(*p == 42);
  return 0;
}
