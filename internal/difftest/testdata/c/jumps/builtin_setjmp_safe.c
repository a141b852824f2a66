// true
#include <assert.h>

static void *b[5];
static void __attribute__((noinline)) out(void) { __builtin_longjmp(b, 1); }
int main(void) {
  static int n;
  if (__builtin_setjmp(b) == 0) { n = 1; out(); n = 2; }
  assert(n == 1);
  return 0;
}
