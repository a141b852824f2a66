// true
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);

static jmp_buf b;
int main(void) {
  int v = __VERIFIER_nondet_int();
  int r = setjmp(b);
  if (v > 0) r = v;
  assert(r == 0 || v > 0);
  return 0;
}
