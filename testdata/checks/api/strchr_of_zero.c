// CWE-125
// fault: valid-deref
// witness: 0
#include <assert.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char s[4] = "a,b";
  unsigned char c = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(c == 0 || c == ',');
  char *p = strchr(s, c);
  if (!p)
    return 0;
#ifdef BAD
  assert(p[1] != ','); // FAULT
#else
  assert(c == 0 || p[1] != ',');
#endif
  return 0;
}
