// false
#include <assert.h>
int main(void) {
  long double z = 0, n = z / z;
  assert(n != n && !(n < 1) && (n >= 1));
}
