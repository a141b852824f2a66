// false
#include <assert.h>
# 20 "other.c"
int a = __LINE__;
int main(void) {
  assert(a == 3);
  return 0;
}
