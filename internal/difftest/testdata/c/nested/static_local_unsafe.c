// false
#include <assert.h>

static int f(void) {
  static int calls;
  void count(void) { calls++; }
  count();
  count();
  return calls;
}
int main(void) {
  f();
  assert(f() == 2);
  return 0;
}
