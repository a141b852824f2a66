// CWE-590
// fault: valid-free
// witness: 0
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char own = __VERIFIER_nondet_uchar();
  char *s = own ? strdup("x") : "y";
#ifdef BAD
  free(s); // FAULT
#else
  if (own)
    free(s);
#endif
  return 0;
}
