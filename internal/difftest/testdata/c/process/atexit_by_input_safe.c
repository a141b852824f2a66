// true
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int busy;
static void check(void) { assert(!busy); }
int main(void) {
  atexit(check);
  int x = __VERIFIER_nondet_int();
  busy = 1;
  if (x > 3) _Exit(1);
  busy = 0;
  return 0;
}
