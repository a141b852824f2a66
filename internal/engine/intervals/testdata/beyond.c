/* A pointer that lies beyond its object keeps it in memory. */
#include "common.h"
struct cursor { char *at; };
static void move(struct cursor *c, int n) { c->at += n; }
int main(void) {
  char a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8};
  struct cursor c = {a};
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 1000)
    return 0;
  move(&c, k);
  if (k < 4)
    *c.at = 9;
  CHECK(b[0] == S(5, 6));
  CHECK(b[3] == 8);
  return 0;
}
