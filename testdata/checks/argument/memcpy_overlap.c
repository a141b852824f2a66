// CWE-475
// fault: valid-argument
// witness: 1
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  char a[8] = "abcdefg";
  unsigned char by = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(by <= 3);
#ifdef BAD
  memcpy(a + by, a, 4); // FAULT
#else
  memmove(a + by, a, 4);
#endif
  return 0;
}
