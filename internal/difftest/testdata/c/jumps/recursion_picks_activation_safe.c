// true
#include <assert.h>
#include <setjmp.h>

static jmp_buf b[4];
static int seen = -1;
static void f(int n) {
  if (setjmp(b[n]) != 0) { seen = n; return; }
  if (n < 3) f(n + 1);
  else longjmp(b[1], 1);
}
int main(void) {
  f(0);
  assert(seen == 1);
  return 0;
}
