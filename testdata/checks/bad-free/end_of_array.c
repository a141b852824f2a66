// CWE-761
// fault: valid-free
// witness:
#include <stdlib.h>

int main(void) {
  int *a = malloc(2 * sizeof *a), *p = a;
  if (!a)
    return 0;
  *p++ = 1;
  *p++ = 2;
#ifdef BAD
  free(p); // FAULT
#else
  free(p - 2);
#endif
  return 0;
}
