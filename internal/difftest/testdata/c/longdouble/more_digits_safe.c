// true
#include <assert.h>
int main(void) {
  volatile double d = 0.1;
  long double x = 0.1L;
  assert(x != d && (double)x == d);
}
