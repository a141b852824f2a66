// true
#include <assert.h>
#include <setjmp.h>

static sigjmp_buf b;
int main(void) {
  volatile int n = 0;
  int r = sigsetjmp(b, 1);
  n++;
  if (r == 0) siglongjmp(b, 5);
  assert(r == 5 && n == 2);
  return 0;
}
