// CWE-628
// fault: assertion
// witness:
#include <assert.h>

#ifdef BAD
long same();
#else
long same(long x);
#endif

int main(void) {
  assert(same(-1) == -1); // FAULT
  return 0;
}

long same(long x) { return x; }
