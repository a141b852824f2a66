// false --entry main
#include <assert.h>
#include <stdlib.h>
struct s { int *p; int k; };
int g;

void klee_make_symbolic(void *, unsigned long, const char *);
struct s s;
int main(void) {
  klee_make_symbolic(&s, sizeof s, "s");
  if (s.p == &g) {
    g = 1;
    *s.p = 2;
    assert(g == 1);
  }
}
