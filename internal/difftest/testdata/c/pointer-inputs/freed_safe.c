// true --64 --missing-bodies=input
#include <assert.h>
#include <stdlib.h>
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  int *s = malloc(4), *t = malloc(4);
  *t = 1;
  int *p = __VERIFIER_nondet_pointer();
  free(s);
  if (p == t) { *p = 2; assert(*t == 2); }
  return 0;
}
