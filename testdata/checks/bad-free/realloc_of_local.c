// CWE-590
// fault: valid-free
// witness: 5
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char first[4], *p = first;
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n >= 1 && n <= 6);
  if (n > sizeof first) {
#ifdef BAD
    p = realloc(p, n); // FAULT
#else
    p = malloc(n);
#endif
    if (!p)
      return 0;
    free(p);
  }
  return 0;
}
