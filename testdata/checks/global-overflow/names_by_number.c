// CWE-125
// fault: valid-deref
// witness: 3
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static const char *const names[] = {"red", "green", "blue"};
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (n > sizeof names / sizeof *names)
#else
  if (n >= sizeof names / sizeof *names)
#endif
    return 0;
  assert(names[n][0] != 0); // FAULT
  return 0;
}
