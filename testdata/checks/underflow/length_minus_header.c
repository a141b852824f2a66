// CWE-191
// fault: valid-deref
// witness: 3
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char *frame;
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n >= 1 && n <= 8);
  int s = 0;
  frame = calloc(n, 1);
  if (!frame)
    return 0;
#ifdef BAD
  for (size_t i = 0; i < (size_t)n - 4; i++)
#else
  for (size_t i = 0; i + 4 < n; i++)
#endif
    s += frame[i]; // FAULT
  free(frame);
  return s;
}
