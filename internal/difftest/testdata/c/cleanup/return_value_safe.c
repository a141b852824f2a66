// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int log_;
static void done(int *p) { log_ = log_ * 10 + *p; }
#define CLEAN __attribute__((cleanup(done)))
static int f(void) { CLEAN int x = 4; int y = 5; return x + y + log_; }
static int g(void) { int x CLEAN = 7; return log_; }
int main(void) {
  assert(f() == 9 && log_ == 4);
  assert(g() == 4 && log_ == 47);
  return 0;
}
