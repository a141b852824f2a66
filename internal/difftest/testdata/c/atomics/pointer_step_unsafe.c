// false
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  int a[4] = {1, 2, 3, 4};
  _Atomic(int *) p = a;
  p++;
  p += 2;
  assert(*p == 3);
  return 0;
}
