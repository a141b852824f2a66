// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int log_;
static void done(int *p) { log_ = log_ * 10 + *p; }
#define CLEAN __attribute__((cleanup(done)))
int main(void) {
  int i = 3;
  while (i > 0) { int x CLEAN = i--; if (x == 2) { int y CLEAN = 9; continue; } }
  assert(log_ == 3921);
  return 0;
}
