// CWE-562
// fault: valid-deref
// witness:
// sanitizers: do not see this
#include <setjmp.h>

static jmp_buf env;

int main(void) {
  int all = 0;
  int *volatile p = &all;
  if (setjmp(env) == 0) {
    int a = 1;
#ifdef BAD
    p = &a;
#endif
    a = *p;
    longjmp(env, 1);
  }
  *p = 2; // FAULT
  return 0;
}
