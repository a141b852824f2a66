// CWE-122
// fault: valid-deref
// witness: 2 3
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned char rows = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(rows >= 1 && rows <= 3);
  unsigned char cols = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(cols >= 1 && cols <= 3);
  int *m = malloc(rows * cols * sizeof *m);
  if (!m)
    return 0;
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < cols; c++)
#ifdef BAD
      m[r * cols + c + (rows != cols)] = 0; // FAULT
#else
      m[r * cols + c] = 0;
#endif
  free(m);
  return 0;
}
