// CWE-469
// fault: assertion
// witness:
#include <assert.h>

int main(void) {
  int a[4] = {0};
  int *p = a, *q = a + 3;
#ifdef BAD
  long n = (char *)q - (char *)p;
#else
  long n = q - p;
#endif
  assert(n == 3); // FAULT
  return 0;
}
