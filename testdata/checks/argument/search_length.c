// CWE-125
// fault: valid-deref
// witness:
// sanitizers: do not see this
#include <stdlib.h>

static int cmp(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
  char a[4] = "abc", key = 'b';
#ifdef BAD
  size_t n = 5;
#else
  size_t n = 3;
#endif
  char *p = bsearch(&key, a, n, 1, cmp); // FAULT
  return p == a + 1;
}
