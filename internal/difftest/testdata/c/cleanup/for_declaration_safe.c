// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int log_;
static void done(int *p) { log_ = log_ * 10 + *p; }
#define CLEAN __attribute__((cleanup(done)))
int main(void) {
  for (int i CLEAN = 0; i < 3; i++) log_ = 5;
  assert(log_ == 53);
  return 0;
}
