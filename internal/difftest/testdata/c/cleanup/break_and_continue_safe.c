// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int log_;
static void done(int *p) { log_ = log_ * 10 + *p; }
#define CLEAN __attribute__((cleanup(done)))
int main(void) {
  for (int i = 1; i < 5; i++) {
    int x CLEAN = i;
    if (i == 2) continue;
    if (i == 3) break;
    log_ = log_ * 10 + 9;
  }
  assert(log_ == 9123);
  return 0;
}
