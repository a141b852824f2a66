// true
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern int hook(void) __attribute__((weak));
static int dflt(void) { return 3; }
static int (*current)(void);
int main(void) {
  current = hook ? hook : dflt;
  assert(current() == 3);
  return 0;
}
