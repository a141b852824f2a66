/* A pointer to one variable: the old value is gone. */
#include "common.h"
int main(void) {
  int x = 1, *p = &x, **pp = &p;
  **pp = 2;
  CHECK(x == S(2, 1));
  return 0;
}
