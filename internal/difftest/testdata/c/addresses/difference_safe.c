// true
#include <assert.h>
#include <stdlib.h>
int a[8];
int main(void) {
  int *p = a + 2, *q = a + 7;
  assert(q - p == 5);
}
