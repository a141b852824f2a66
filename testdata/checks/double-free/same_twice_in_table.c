// CWE-415
// fault: valid-free
// witness: 0
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char *t[2];
  unsigned char fresh = __VERIFIER_nondet_uchar();
  t[0] = malloc(1);
#ifdef BAD
  t[1] = fresh ? malloc(1) : t[0];
#else
  t[1] = fresh ? malloc(1) : NULL;
#endif
  free(t[0]);
  free(t[1]); // FAULT
  return 0;
}
