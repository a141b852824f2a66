// false
#include <assert.h>
#include <setjmp.h>

static jmp_buf b;
int main(void) {
  volatile int n = 0;
  switch (setjmp(b)) {
  case 0: n++; longjmp(b, 0);
  case 1: n += 10; break;
  default: n += 100;
  }
  assert(n == 110);
  return 0;
}
