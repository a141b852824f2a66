// false
/* Without -O gcc does not know the size of what a pointer leads to. */
#include <assert.h>
#include <stdlib.h>
static unsigned long size(char *p) { return __builtin_object_size(p, 0); }
int main(void) {
  char a[4], *p = malloc(10);
  assert(size(a) == (unsigned long)-1);
  assert(__builtin_object_size(p, 0) == 10);
  return 0;
}
