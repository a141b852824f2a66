// false
#include <assert.h>
int main(void) {
  int a = __builtin_LINE(), b = __LINE__;
  const char *f = __builtin_FUNCTION();
  assert(a == b && f[0] == 'm' && f[4] == 'n');
  return 0;
}
