// true
#include <assert.h>
# 20 "other.c"
int a = __LINE__;
int main(void) {
  assert(a == 20);
  return 0;
}
