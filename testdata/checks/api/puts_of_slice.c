// CWE-170
// fault: valid-deref
// witness: 3
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char name[4];
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n > 3)
    return 0;
  for (int i = 0; i <= n; i++)
    name[i] = 'x';
#ifndef BAD
  name[n] = 0;
#else
  if (n < 3)
    name[n + 1] = 0;
#endif
  puts(name); // FAULT
  return 0;
}
