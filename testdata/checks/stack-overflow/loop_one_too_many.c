// CWE-121
// fault: valid-deref
// witness: 0
#include <assert.h>

int main(void) {
  int a[6], s = 0;
#ifdef BAD
  for (int i = 0; i <= 6; i++)
#else
  for (int i = 0; i < 6; i++)
#endif
    a[i] = i; // FAULT
  for (int i = 0; i < 6; i++)
    s += a[i];
  assert(s == 15);
  return 0;
}
