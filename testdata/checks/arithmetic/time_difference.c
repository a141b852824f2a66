// CWE-190
// fault: no-overflow
// witness: 40000
#include <assert.h>

unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned short days = __VERIFIER_nondet_ushort();
#ifdef BAD
  int seconds = days * 86400; // FAULT
#else
  long seconds = days * 86400l;
#endif
  assert(seconds >= 0);
  return 0;
}
