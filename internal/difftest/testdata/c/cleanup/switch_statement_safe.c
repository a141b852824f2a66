// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int log_;
static void done(int *p) { log_ = log_ * 10 + *p; }
#define CLEAN __attribute__((cleanup(done)))
int main(void) {
  int k = __VERIFIER_nondet_int();
  int out CLEAN = 8;
  switch (k) {
  case 1: { int x CLEAN = 1; break; }
  case 2: { int x CLEAN = 2; }
  default: { int y CLEAN = 3; break; }
  }
  assert(log_ == 1 || log_ == 3 || log_ == 23 && k == 2);
  return 0;
}
