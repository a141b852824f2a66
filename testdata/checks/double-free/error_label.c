// CWE-415
// fault: valid-free
// witness: 5
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  char *p = malloc(8);
  int r = -1;
  if (!p)
    return 0;
  if (n == 5) {
#ifdef BAD
    free(p);
#endif
    goto out;
  }
  r = 0;
out:
  free(p); // FAULT
  return r;
}
