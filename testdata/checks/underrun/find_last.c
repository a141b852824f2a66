// CWE-127
// fault: valid-deref
// witness: 0
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char *s = malloc(4);
  unsigned char slash = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(slash < 4);
  if (!s)
    return 0;
  strcpy(s, "abc");
  if (slash > 0)
    s[slash - 1] = '/';
  char *p = s + 3;
#ifdef BAD
  while (*p != '/') // FAULT
#else
  while (p > s && *p != '/')
#endif
    p--;
  free(s);
  return 0;
}
