/* A function works on one object, then on another one that is made later: each keeps what is known of it. */
#include "common.h"
extern void *malloc(unsigned long);
extern void free(void *);
struct reader { int *from; int got; };
static int one = 1, two = 2;
static void next(struct reader *r) {
  if (r->got < 100)
    r->got += *r->from;
}
int main(void) {
  struct reader *a = malloc(sizeof *a);
  a->from = &one;
  a->got = 0;
  next(a);
  CHECK(a->from == &one);
  free(a);
  struct reader *b = malloc(sizeof *b);
  b->from = S(&two, &one);
  b->got = 0;
  next(b);
  CHECK(b->from == &two);
  free(b);
  return 0;
}
