// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int log_;
static void done(int *p) { log_ = log_ * 10 + *p; }
#define CLEAN __attribute__((cleanup(done)))
static int f(int v) {
  int a CLEAN = 1;
  if (v > 0) { int b CLEAN = 2; if (v > 5) return 5; log_ = log_ * 10 + 7; }
  int c CLEAN = 3;
  return v;
}
int main(void) {
  int v = __VERIFIER_nondet_int();
  f(v);
  assert(v > 5 ? log_ == 21 : v > 0 ? log_ == 7321 : log_ == 31);
  return 0;
}
