// false
#include <assert.h>
#include <stddef.h>
int main(void) {
  assert(__builtin_types_compatible_p(const int, int) && __builtin_types_compatible_p(const int *, int *));
  return 0;
}
