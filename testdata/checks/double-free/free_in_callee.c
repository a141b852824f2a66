// CWE-415
// fault: valid-free
// witness: 200
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int consume(char *p, int n) {
  if (n > 100) {
    free(p);
    return -1;
  }
  return 0;
}
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  char *p = malloc(2);
#ifdef BAD
  consume(p, n);
  free(p); // FAULT
#else
  if (consume(p, n) == 0)
    free(p);
#endif
  return 0;
}
