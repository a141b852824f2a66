// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int log_;
static void done(int *p) { log_ = log_ * 10 + *p; }
#define CLEAN __attribute__((cleanup(done)))
int main(void) {
  int r = ({ int x CLEAN = 6; log_ + x; }) + log_;
  assert(r == 12);
  return 0;
}
