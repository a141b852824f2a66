// true
#include <assert.h>
#include <setjmp.h>

static jmp_buf outer, inner;
static int log_;
static void g(int k) {
  if (setjmp(inner) == 0) { if (k) longjmp(outer, 3); longjmp(inner, 1); }
  log_ = log_ * 10 + 1;
}
int main(void) {
  if (setjmp(outer) == 0) { g(0); g(1); log_ = 99; }
  else log_ = log_ * 10 + 2;
  assert(log_ == 12);
  return 0;
}
