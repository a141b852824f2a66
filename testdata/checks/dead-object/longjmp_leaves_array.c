// CWE-562
// fault: valid-deref
// witness: 1
// sanitizers: do not see this
#include <setjmp.h>

unsigned char __VERIFIER_nondet_uchar(void);

static jmp_buf env;

int main(void) {
  int all = 0;
  int *volatile p = &all;
  int n = (__VERIFIER_nondet_uchar() & 3) + 1;
  if (setjmp(env) == 0) {
    int a[n];
    a[0] = 1;
#ifdef BAD
    p = a;
#endif
    *p = a[0];
    longjmp(env, 1);
  }
  *p = 2; // FAULT
  return 0;
}
