// false
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern int limit __attribute__((weak));
int main(void) {
  int n = &limit ? limit : 10;
  assert(n == 11);
  return 0;
}
