// false
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);

static jmp_buf b;
static void deep(int n, int v) { if (n > 0) deep(n - 1, v); else longjmp(b, v); }
int main(void) {
  int v = __VERIFIER_nondet_int();
  if (v < -10 || v > 10) return 0;
  int r = setjmp(b);
  if (r == 0) { deep(3, v); assert(0); }
  assert(r == v || v == 1);
  return 0;
}
