// true --entry f
#include <assert.h>
#include <stdlib.h>
struct s { int *p; int k; };
int g;

void klee_make_symbolic(void *, unsigned long, const char *);
int f(void) {
  struct s a;
  klee_make_symbolic(&a, sizeof a, "a");
  int *q = &g;
  if (!a.p || a.p == q) return 0;
  g = 1;
  *a.p = 2;
  assert(*q == 1);
  return 0;
}
