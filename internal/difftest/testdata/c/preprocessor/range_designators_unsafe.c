// false
#include <assert.h>
int a[8] = {[1 ... 3] = 7, 8, [6] = 1, 2};
int main(void) {
  assert(a[0] == 0 && a[1] == 7 && a[3] == 7 && a[4] == 8 && a[5] == 0 && a[7] == 0);
  return 0;
}
