// true
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(4), *q = malloc(4);
  if (!p || !q) return 0;
  assert(p != q);
}
