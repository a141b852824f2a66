// CWE-195
// fault: valid-deref|valid-argument
// witness: -1
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char a[8] = "", b[8];
  int n = __VERIFIER_nondet_int();
#ifdef BAD
  if (n > 8)
#else
  if (n < 0 || n > 8)
#endif
    return 0;
  memcpy(b, a, (size_t)n); // FAULT
  return 0;
}
