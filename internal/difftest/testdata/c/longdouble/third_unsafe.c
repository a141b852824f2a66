// false
#include <assert.h>
int main(void) {
  long double a = 1, b = 3;
  long double q = a / b;
  assert(q * 3 == 1 && q == (double)q);
}
