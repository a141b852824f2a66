// true
#include <assert.h>
int main(void) {
  char b[5], *p = b;
  assert(__builtin_object_size(b, 0) == 5 && __builtin_object_size(&b[2], 1) == 3 && __builtin_object_size(p, 0) == (unsigned long)-1);
  return 0;
}
