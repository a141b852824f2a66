// false
#include <assert.h>
#ifdef __has_attribute
#if __has_attribute(noreturn) && __has_attribute(__packed__) && !__has_attribute(overloadable)
#define X 1
#endif
#endif
#ifndef X
#define X 0
#endif
int main(void) {
  assert(X == 0);
  return 0;
}
