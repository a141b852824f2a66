// CWE-476
// fault: valid-deref|valid-argument
// witness:
// sanitizers: do not see this
#include <stdlib.h>

static int up(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
  size_t n = 0;
#ifdef BAD
  n = 1;
#endif
  qsort(NULL, n, 1, up); // FAULT
  return 0;
}
