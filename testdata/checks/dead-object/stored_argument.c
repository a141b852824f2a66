// CWE-562
// fault: valid-deref
// witness:
#include <assert.h>

static int *arg;
static void take(int v) {
  static int copy;
  copy = v;
#ifdef BAD
  arg = &v;
#else
  arg = &copy;
#endif
}
int main(void) {
  take(5);
  assert(*arg == 5); // FAULT
  return 0;
}
