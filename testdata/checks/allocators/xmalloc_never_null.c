// CWE-122
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stdlib.h>
void *xmalloc(size_t n);
int main(void) {
  int *p = xmalloc(2 * sizeof *p);
#ifdef BAD
  p[2] = 1; // FAULT
#else
  p[1] = 1;
#endif
  free(p);
  return 0;
}
