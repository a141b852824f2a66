// CWE-787
// fault: valid-deref
// witness:
#include <stdlib.h>

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b; // FAULT
  return x < y ? -1 : x > y;
}
int main(void) {
  int *a = malloc(3 * sizeof *a);
  if (!a)
    return 0;
  a[0] = 2, a[1] = 3, a[2] = 1;
#ifdef BAD
  qsort(a, 4, sizeof *a, order); // FAULT
#else
  qsort(a, 3, sizeof *a, order);
#endif
  free(a);
  return 0;
}
