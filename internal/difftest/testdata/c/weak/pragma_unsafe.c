// false
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
#pragma weak trace
extern void trace(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (trace)
    trace(x);
  void (*p)(int) = trace;
  assert(p != NULL);
  return 0;
}
