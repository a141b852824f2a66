// CWE-122
// fault: valid-deref
// witness:
#include <stdlib.h>

int main(void) {
  int *a = malloc(4 * sizeof *a), *b;
  if (!a)
    return 0;
  b = realloc(a, 2 * sizeof *a);
  if (!b) {
    free(a);
    return 0;
  }
#ifdef BAD
  b[2] = 1; // FAULT
#else
  b[1] = 1;
#endif
  free(b);
  return 0;
}
