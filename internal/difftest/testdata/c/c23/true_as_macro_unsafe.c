// false --64 -std=c23
// gcc: newer
#include <assert.h>
#ifndef true
#define true 7
#endif
static_assert(sizeof(true) == sizeof(int));
int main(void) {
  assert(true == 7);
#undef true
  assert(true == 7);
  return 0;
}
