// true
#include <assert.h>
#define QUIET _Pragma("GCC diagnostic push")
QUIET int x = 3;
#warning "this is only said"
int main(void) {
  assert(x == 3);
  return 0;
}
