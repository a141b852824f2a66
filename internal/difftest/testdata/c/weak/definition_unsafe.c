// false
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
int get(void) __attribute__((weak));
int get(void) { return 4; }
int level __attribute__((weak)) = 7;
int main(void) {
  assert(get && &level);
  assert(get() + level == 12);
  return 0;
}
