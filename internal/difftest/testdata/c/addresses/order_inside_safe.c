// true
#include <assert.h>
#include <stdlib.h>
int a[4];
int main(void) {
  assert(a + 1 < a + 3);
}
