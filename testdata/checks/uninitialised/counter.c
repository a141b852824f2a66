// CWE-457
// fault: assertion
// witness:
#include <assert.h>
#include <stdlib.h>

int main(void) {
  unsigned *n = malloc(sizeof *n);
  if (!n)
    return 0;
#ifndef BAD
  *n = 0;
#endif
  for (int i = 0; i < 3; i++)
    ++*n;
  assert(*n == 3); // FAULT
  free(n);
  return 0;
}
