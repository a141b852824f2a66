// false
#include <assert.h>
#include <stdlib.h>
int a, b;
int main(void) {
  int *p = &a, *q = &a;
  assert(p != q);
}
