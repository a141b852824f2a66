// CWE-415
// fault: valid-free
// witness:
#include <stdlib.h>

int main(void) {
  char *p = malloc(4), *q = p;
  free(p);
#ifdef BAD
  free(q); // FAULT
#else
  (void)q;
#endif
  return 0;
}
