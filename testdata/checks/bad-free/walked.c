// CWE-761
// fault: valid-free
// witness: 'x'
#include <stdlib.h>
#include <string.h>

char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);

int main(void) {
  char *s = malloc(3), *p;
  char c = __VERIFIER_nondet_char();
  __VERIFIER_assume(c != 0);
  if (!s)
    return 0;
  strcpy(s, "ab");
  s[0] = c;
#ifdef BAD
  for (; *s && *s != 'a'; s++)
    ;
#else
  for (p = s; *p && *p != 'a'; p++)
    ;
#endif
  free(s); // FAULT
  return 0;
}
