// CWE-193
// fault: valid-deref
// witness: 12345
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  char *buf = malloc(5);
  int v = __VERIFIER_nondet_int();
  __VERIFIER_assume(v >= 0 && v <= 99999);
  if (!buf)
    return 0;
  int n = snprintf(buf, 5, "%d", v);
#ifndef BAD
  if (n < 5)
#endif
  buf[n] = 0; // FAULT
  free(buf);
  return 0;
}
