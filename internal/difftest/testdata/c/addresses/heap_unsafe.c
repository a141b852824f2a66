// false
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q = p;
  if (!p || !q) return 0;
  assert(p != q);
}
