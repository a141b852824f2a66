// CWE-122
// fault: valid-deref
// witness: 3
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char src[6] = "";
  unsigned char n = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(n <= 5);
  memset(src, 'b', n);
#ifdef BAD
  char *copy = malloc(strlen(src));
#else
  char *copy = malloc(strlen(src) + 1);
#endif
  if (!copy)
    return 0;
  strcpy(copy, src); // FAULT
  free(copy);
  return 0;
}
