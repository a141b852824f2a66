// CWE-416
// fault: valid-deref
// witness:
#include <stdlib.h>

struct box { int *v; };
int main(void) {
  struct box *b = malloc(sizeof *b);
  if (!b)
    return 0;
  b->v = malloc(sizeof(int));
#ifdef BAD
  free(b);
#endif
  free(b->v); // FAULT
#ifndef BAD
  free(b);
#endif
  return 0;
}
