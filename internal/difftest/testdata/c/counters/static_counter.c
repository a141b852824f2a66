// pair --check=default
// inputs: 11 11 11
// a static variable of a function
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int calls(int v) {
  static int count;
  if (v > 10)
    count++;
  return count;
}

int main(void) {
  int last = 0;
  for (int i = 0; i < 12000; i++)
    last = calls(__VERIFIER_nondet_int());
#ifdef UNSAFE
  assert(last < 3);
#else
  assert(last <= 12000);
#endif
  return 0;
}
