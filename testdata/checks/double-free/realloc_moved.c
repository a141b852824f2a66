// CWE-415
// fault: valid-free
// witness:
#include <stdlib.h>

int main(void) {
  char *p = malloc(4), *q;
  if (!p)
    return 0;
  q = realloc(p, 64);
  if (!q) {
    free(p);
    return 0;
  }
#ifdef BAD
  free(p); // FAULT
#endif
  free(q);
  return 0;
}
