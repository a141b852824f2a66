// CWE-476
// fault: valid-deref
// witness: 'b'
#include <string.h>

char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);

int main(void) {
  char s[] = "k=v";
  char c = __VERIFIER_nondet_char();
  __VERIFIER_assume(c != 0);
  s[1] = c;
  char *eq = strchr(s, '=');
#ifndef BAD
  if (!eq)
    return 0;
#endif
  *eq = 0; // FAULT
  return 0;
}
