// false
#include <assert.h>
_Thread_local int a = 3;
__thread int b;
int main(void) {
  static _Thread_local int c = 4;
  b++;
  assert(a == 3 && b == 0 && c == 4);
  return 0;
}
