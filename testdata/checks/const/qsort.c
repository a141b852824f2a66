// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stdlib.h>
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
#ifdef BAD
  const int a[3] = {3, 1, 2};
#else
  int a[3] = {3, 1, 2};
#endif
  qsort((int *)a, 3, sizeof *a, by_value); // FAULT
  return a[0];
}
