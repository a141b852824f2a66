// CWE-126
// fault: valid-deref
// witness: 5
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char tag[3] = {'G', 'I', 'F'}; // no terminator
  tag[2] = __VERIFIER_nondet_uchar() > 4 ? 'F' : 0;
#ifdef BAD
  fprintf(stdout, "[%s]\n", tag); // FAULT
#else
  fprintf(stdout, "[%.*s]\n", 3, tag);
#endif
  return 0;
}
