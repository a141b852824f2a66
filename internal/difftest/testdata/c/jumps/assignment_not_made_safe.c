// true
#include <assert.h>
#include <setjmp.h>

static jmp_buf b;
static int f(void) { longjmp(b, 2); return 7; }
int main(void) {
  volatile int x = 5;
  static int y = 5;
  if (setjmp(b) == 0) { y = f(); x = 6; }
  assert(x == 5 && y == 5);
  return 0;
}
