// pair --check=default
// inputs: 0
// a narrow counter that stops at its limit
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char full = 0;
  int more = 0;
  for (int i = 0; i < 3000; i++) {
    if (full < 255)
      full++;
    else
      more++;
  }
#ifdef UNSAFE
  assert(more <= 2000);
#else
  assert(more <= 3000);
#endif
  return 0;
}
