// CWE-122
// fault: valid-deref
// witness: 4
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char *s = malloc(6);
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 4);
  if (!s)
    return 0;
  memset(s, 'a', n);
  s[n] = 0;
#ifdef BAD
  strncat(s, "bcd", 6 - n); // FAULT
#else
  strncat(s, "bcd", 5 - n);
#endif
  free(s);
  return 0;
}
