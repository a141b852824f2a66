// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int k = __VERIFIER_nondet_int();
  switch (k) {
    int v;
    int get(void) { return v; }
  case 1:
    v = 4;
    assert(get() == 5);
    break;
  case 2:
    v = 7;
    assert(get() == 7);
  }
  return 0;
}
