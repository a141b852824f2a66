// CWE-416
// fault: valid-deref
// witness:
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(2 * sizeof *a), *b, *second;
  if (!a)
    return 0;
  a[1] = 4;
  second = &a[1];
  b = realloc(a, 40 * sizeof *b);
  if (!b) {
    free(a);
    return 0;
  }
#ifndef BAD
  second = &b[1];
#endif
  assert(*second == 4); // FAULT
  free(b);
  return 0;
}
