// false
#include <assert.h>
int main(void) {
  long double one = 1, eps = 0x1p-63L;
  assert(one + eps > one && one + eps / 2 > one);
}
