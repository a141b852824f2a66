/* What a call frees is its own: the caller's object is still there. */
#include "common.h"
extern void *malloc(unsigned long);
extern void free(void *);
static int *mine;
static int work(int n) {
  int *t = malloc(sizeof *t);
  *t = n;
  n = *t + 1;
  free(S(t, mine));
  return n;
}
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 5;
  mine = p;
  work(1);
  work(2);
  int *q = malloc(sizeof *q);
  *q = 7;
  CHECK(*q == 7);
  CHECK(S(*p, *q) == 5);
  return 0;
}
