// CWE-127
// fault: valid-deref
// witness: 0 0
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char *s = malloc(3);
  if (!s)
    return 0;
  for (int i = 0; i < 2; i++) {
    unsigned char blank = __VERIFIER_nondet_uchar();
    s[i] = blank ? 'x' : ' ';
  }
  s[2] = 0;
  int n = 2;
#ifdef BAD
  while (s[n - 1] == ' ') // FAULT
#else
  while (n > 0 && s[n - 1] == ' ')
#endif
    n--;
  s[n] = 0;
  free(s);
  return 0;
}
