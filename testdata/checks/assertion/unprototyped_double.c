// CWE-628
// fault: assertion
// witness:
#include <assert.h>

#ifdef BAD
double square();
#else
double square(double x);
#endif

int main(void) {
  double d = square(3);
  assert(d == 9); // FAULT
  return 0;
}

double square(double x) { return x * x; }
