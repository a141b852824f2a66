// CWE-121
// fault: valid-deref
// witness: 5
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char path[8] = "";
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n < 6);
  for (unsigned i = 0; i < n; i++)
    path[i] = 'x';
  path[n] = 0;
#ifndef BAD
  if (n + sizeof ".ext" <= sizeof path)
#endif
  strcat(path, ".ext"); // FAULT
  return 0;
}
