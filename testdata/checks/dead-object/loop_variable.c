// CWE-562
// fault: valid-deref
// witness:
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = NULL, all = 0;
  for (int i = 0; i < 3; i++) {
    int v = i;
#ifdef BAD
    p = &v;
#else
    p = &all;
#endif
    *p = v;
  }
  assert(*p == 2); // FAULT
  return 0;
}
