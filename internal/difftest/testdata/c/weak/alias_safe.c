// true
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
static int real_handler(int x) { return x + 1; }
int handler(int) __attribute__((weak, alias("real_handler")));
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100 || x < 0)
    return 0;
  assert(handler(x) == x + 1 && handler);
  return 0;
}
