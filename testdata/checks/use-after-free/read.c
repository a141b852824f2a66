// CWE-416
// fault: valid-deref
// witness:
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p), v;
  if (!p)
    return 0;
  *p = 7;
#ifdef BAD
  free(p);
#endif
  v = *p; // FAULT
#ifndef BAD
  free(p);
#endif
  assert(v == 7);
  return 0;
}
