// CWE-476
// fault: valid-deref
// witness: 1
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static const char *const text[3] = {"a", NULL, "c"};
int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(i < 3);
#ifdef BAD
  int c = text[i][0]; // FAULT
#else
  int c = text[i] ? text[i][0] : 'b';
#endif
  assert(c == 'a' + i);
  return 0;
}
