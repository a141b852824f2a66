// CWE-457
// fault: valid-deref|valid-argument
// witness: 0
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char from[4] = "abc", to[4];
  size_t *n = malloc(sizeof *n);
  unsigned char known = __VERIFIER_nondet_uchar();
  if (!n)
    return 0;
#ifdef BAD
  if (known)
#else
  known = 1;
#endif
    *n = 4;
  memcpy(to, from, *n & 0xff); // FAULT
  free(n);
  return 0;
}
