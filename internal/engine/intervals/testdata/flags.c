/* A protocol of two flags that must agree. */
#include "common.h"
int main(void) {
  int locked = 0, owner = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (locked == 0) { locked = 1; owner = 7; }
    } else if (locked == 1) {
      CHECK(owner == S(7, 8));
      locked = 0; owner = 0;
    }
  }
  return 0;
}
