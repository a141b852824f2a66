// CWE-562
// fault: valid-deref
// witness:
// sanitizers: do not see this
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static int down(int n) {
  int here = n, *p = &here;
  if (n == 0)
    longjmp(env, 5);
  {
    int block = n, *q = &block;
    *q = down(n - 1);
  }
  return *p;
}

int main(void) {
  int *volatile w = 0;
  int kept = 0;
  switch (setjmp(env)) {
  case 0: {
    int t = 3;
    w = &t;
    kept = *w;
    down(t);
    break;
  }
  case 5: {
    int u = 3, *q = &u;
#ifdef BAD
    *w = 2; // FAULT
#endif
    assert(*q == 3);
    break;
  }
  }
  return kept - kept;
}
