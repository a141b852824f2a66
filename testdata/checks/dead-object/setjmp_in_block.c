// CWE-562
// fault: valid-deref
// witness:
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

int main(void) {
  int *volatile p = 0;
  volatile int tries = 0;
  {
    int keep[2] = {4, 5};
    p = keep;
    if (setjmp(env) < 3) {
      int inner = ++tries;
      int *q = &inner;
      *q = 1;
      longjmp(env, tries);
    }
    assert(p[0] + p[1] == 9);
  }
  {
    volatile int other[2] = {1, 2};
#ifdef BAD
    p[0] = 7; // FAULT
#endif
    assert(other[0] == 1);
  }
  return 0;
}
