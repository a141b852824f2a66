/* Fields of a structure, copied as a whole. */
#include "common.h"
struct pt { int x, y; char tag; };
int main(void) {
  struct pt a, b;
  a.x = 3; a.y = __VERIFIER_nondet_int(); a.tag = 'q';
  b = a;
  b.x = b.x + 1;
  CHECK(a.x == 3 && b.x == S(4, 3) && b.tag == 'q');
  return 0;
}
