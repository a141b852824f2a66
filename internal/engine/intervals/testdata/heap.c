/* A structure on the heap. */
#include "common.h"
extern void *malloc(unsigned long);
struct s { int state; int n; };
int main(void) {
  struct s *s = malloc(sizeof(struct s));
  s->state = 10;
  s->n = 0;
  while (__VERIFIER_nondet_int()) {
    if (s->state == 10) { s->state = 20; s->n = 1; }
    else if (s->state == 20) { CHECK(s->n == S(1, 0)); s->state = 10; }
    else reach_error();
  }
  return 0;
}
