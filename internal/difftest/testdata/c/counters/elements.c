// pair --check=default
// inputs: 0
// elements of an array that count
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int hits[10];

int main(void) {
  for (int i = 0; i < 8000; i++) {
    unsigned k = (unsigned)__VERIFIER_nondet_int() % 10;
    hits[k]++;
  }
#ifdef UNSAFE
  assert(hits[0] < 3);
#else
  assert(hits[3] <= 8000);
#endif
  return 0;
}
