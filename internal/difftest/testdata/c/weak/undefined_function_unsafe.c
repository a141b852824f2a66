// false
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern int hook(int) __attribute__((weak));
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (hook)
    x = hook(x);
  assert(hook != NULL);
  return 0;
}
