// false
#include <assert.h>
int main(void) {
  char b[5];
  assert(__builtin_object_size(b, 0) == 5 && __builtin_object_size(&b[2], 1) == 3 && __builtin_object_size(b, 2) == 4);
  return 0;
}
