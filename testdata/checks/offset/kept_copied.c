// CWE-787
// fault: valid-deref
// witness: 200
// models: LP64 ILP32
// sanitizers: do not see this
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct view { const short *p; int n; };

static short first(struct view v) { return *v.p; } // FAULT

int main(void) {
  short a[4] = {1, 2, 3, 4}, b[40] = {0};
  struct view v, list[3];
  int n = __VERIFIER_nondet_uchar() % 20;
  v.p = a + 12;
  v.n = 1;
  list[0] = v;
  memcpy(&list[2], &list[0], sizeof v);
#ifndef BAD
  list[2].p -= 10;
#endif
  return first(list[2]) + b[n] > 30; // FAULT
}
