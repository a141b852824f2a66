// CWE-131
// fault: valid-deref|valid-argument
// witness:
// sanitizers: do not see this
#include <stdlib.h>

static int up(const void *a, const void *b) { return *(const short *)a - *(const short *)b; }

int main(void) {
  short a[4] = {2, 1, 4, 3};
  size_t n = 4;
#ifdef BAD
  n = (size_t)-1 / 2 + 2;
#endif
  qsort(a, 0, 0, up); // of nothing
  qsort(a, n, sizeof *a, up); // FAULT
  return 0;
}
