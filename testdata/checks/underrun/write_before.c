// CWE-124
// fault: valid-deref
// witness:
#include <stdlib.h>

int main(void) {
  int *a = malloc(2 * sizeof *a);
  if (!a)
    return 0;
  int *p = a;
  *p++ = 1;
  *p = 2;
#ifdef BAD
  p -= 2;
#else
  p -= 1;
#endif
  *p = 3; // FAULT
  free(a);
  return 0;
}
