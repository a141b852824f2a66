// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int log_, *keep;
static void done(int *p) { log_ = 10 * log_ + *p; keep = p; *keep = 0; }
int main(void) {
  for (int i = 1; i < 4; i++) {
    __attribute__((cleanup(done))) int x = i;
    keep = &x;
    if (i == 2)
      continue;
    *keep += 5;
  }
  assert(log_ == 123);
  return 0;
}
