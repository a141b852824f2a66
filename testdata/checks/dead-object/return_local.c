// CWE-562
// fault: valid-deref
// witness:
#include <assert.h>

static int *make(void) {
#ifdef BAD
  int v = 3;
#else
  static int v = 3;
#endif
  int *p = &v;
  return p;
}
int main(void) {
  int *p = make();
  assert(*p == 3); // FAULT
  return 0;
}
