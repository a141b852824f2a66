// false
#include <assert.h>
#include <stdlib.h>
int a[4];
int main(void) {
  assert(a + 3 < a + 1);
}
