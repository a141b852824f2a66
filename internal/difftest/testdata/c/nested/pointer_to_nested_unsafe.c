// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int apply(int (*f)(int), int n) { int s = 0; for (int i = 0; i < n; i++) s += f(i); return s; }
int main(void) {
  int base = __VERIFIER_nondet_int();
  if (base < 0 || base > 10) return 0;
  int f(int i) { return i + base; }
  assert(apply(f, 3) == 3 + 2 * base);
  return 0;
}
