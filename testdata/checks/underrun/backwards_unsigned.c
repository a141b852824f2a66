// CWE-127
// fault: valid-deref
// witness: 0
#include <assert.h>

int main(void) {
  int a[4] = {1, 2, 3, 4}, s = 0;
#ifdef BAD
  for (int i = 3; i >= -1; i--)
#else
  for (int i = 3; i >= 0; i--)
#endif
    s += a[i]; // FAULT
  assert(s == 10);
  return 0;
}
