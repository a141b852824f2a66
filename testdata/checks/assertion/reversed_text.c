// CWE-617
// fault: assertion
// witness: 1 2 3
#include <assert.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char s[3], r[3];
  for (int i = 0; i < 3; i++) {
    char c = __VERIFIER_nondet_char();
    s[i] = c;
  }
#ifdef BAD
  for (int i = 0; i < 2; i++)
#else
  for (int i = 0; i < 3; i++)
#endif
    r[i] = s[2 - i];
#ifdef BAD
  r[2] = s[2];
#endif
  assert(r[2] == s[0]); // FAULT
  return 0;
}
