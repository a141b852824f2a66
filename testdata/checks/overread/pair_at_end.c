// CWE-126
// fault: valid-deref
// witness: 1 13
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char *p = malloc(2);
  if (!p)
    return 0;
  p[0] = 'a';
  p[1] = 'b';
  unsigned char at = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(at < 2);
  unsigned char c = __VERIFIER_nondet_uchar();
  p[at] = c;
  int ends = 0;
  for (int i = 0; i < 2; i++)
#ifdef BAD
    if (p[i] == '\r' && p[i + 1] == '\n') // FAULT
#else
    if (p[i] == '\r' && i + 1 < 2 && p[i + 1] == '\n')
#endif
      ends++;
  free(p);
  assert(ends <= 1);
  return 0;
}
