// CWE-122
// fault: valid-deref
// witness: 5
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char from[8] = {1, 2, 3};
  char *to = malloc(4);
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 8);
  if (!to)
    return 0;
#ifdef BAD
  memcpy(to, from, n); // FAULT
#else
  memcpy(to, from, n < 4 ? n : 4);
#endif
  free(to);
  return 0;
}
