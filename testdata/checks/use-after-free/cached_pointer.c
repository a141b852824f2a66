// CWE-416
// fault: valid-deref
// witness: 1
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int *last;
static void drop(void) {
  free(last);
#ifndef BAD
  last = NULL;
#endif
}
int main(void) {
  unsigned char again = __VERIFIER_nondet_uchar();
  last = malloc(sizeof *last);
  if (!last)
    return 0;
  *last = 1;
  drop();
  if (again && last)
    *last = 2; // FAULT
  return 0;
}
