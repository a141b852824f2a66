// false
#include <assert.h>
#include <stdlib.h>
int a[2], b[2];
int main(void) {
  assert(a + 1 == b + 1);
}
