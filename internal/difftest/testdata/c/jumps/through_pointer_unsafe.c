// false
#include <assert.h>
#include <setjmp.h>

static jmp_buf b;
static void out(void) { longjmp(b, 9); }
static void in(void) {}
static void call(void (*f)(void)) { f(); }
int main(void) {
  int r = setjmp(b);
  if (r == 0) { call(in); call(out); r = 1; }
  assert(r == 1);
  return 0;
}
