// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int log_;
static void done(int *p) { log_ = log_ * 10 + *p; }
#define CLEAN __attribute__((cleanup(done)))
static long double f(int n) { int x CLEAN = n; if (n == 0) return 0.5L; return f(n - 1) + 1; }
int main(void) {
  assert(f(3) == 3.5L && log_ == 123);
  return 0;
}
