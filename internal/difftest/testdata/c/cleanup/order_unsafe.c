// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int log_;
static void done(int *p) { log_ = log_ * 10 + *p; }
#define CLEAN __attribute__((cleanup(done)))
int main(void) {
  { int a CLEAN = 1; int b CLEAN = 2; a = 3; }
  assert(log_ == 21);
  return 0;
}
