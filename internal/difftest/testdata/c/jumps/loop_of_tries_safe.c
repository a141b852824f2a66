// true
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);

static jmp_buf b;
static void work(int i) { if (i % 2) longjmp(b, i); }
int main(void) {
  volatile int failed = 0;
  for (volatile int i = 0; i < 6; i++) {
    int r = setjmp(b);
    if (r == 0) work(i);
    else failed += r;
  }
  assert(failed == 9);
  return 0;
}
