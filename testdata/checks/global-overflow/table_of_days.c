// CWE-125
// fault: valid-deref
// witness: 12
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
int main(void) {
  unsigned char month = __VERIFIER_nondet_uchar();
#ifdef BAD
  if (month > 12)
#else
  if (month >= 12)
#endif
    return 0;
  assert(days[month] >= 28); // FAULT
  return 0;
}
