// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int *keep;
static int get(int v) { int x = v; keep = &x; *keep += 1; return x; }
int main(void) {
  int a = get(1), b = get(a);
  int c = get(0);
  keep = &b;
  *keep += c * 10;
  assert(b == 13);
  return 0;
}
