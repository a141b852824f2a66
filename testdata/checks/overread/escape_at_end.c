// CWE-125
// fault: valid-deref
// witness: 2
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char *s = malloc(4);
  unsigned char at = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(at < 3);
  if (!s)
    return 0;
  strcpy(s, "abc");
  s[at] = '\\';
  int n = 0;
  for (char *p = s; *p; p++) { // FAULT
    if (*p == '\\')
#ifdef BAD
      p++;
#else
      if (p[1]) p++;
#endif
    n++;
  }
  free(s);
  assert(n <= 3);
  return 0;
}
