// CWE-628
// fault: assertion
// witness:
#include <assert.h>

int whole(x) double x;
{ return (int)x; }

int main(void) {
#ifdef BAD
  assert(whole(3) == 3); // FAULT
#else
  assert(whole(3.0) == 3);
#endif
  return 0;
}
