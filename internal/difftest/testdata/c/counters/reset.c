// pair --check=default
// inputs: 1 1 1
// a counter that is sometimes set to zero
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int run = 0, longest = 0;
  for (int i = 0; i < 5000; i++) {
    if (__VERIFIER_nondet_int() > 0)
      run++;
    else
      run = 0;
    if (run > longest)
      longest = run;
  }
#ifdef UNSAFE
  assert(longest < 3);
#else
  assert(run <= 5000);
#endif
  return 0;
}
