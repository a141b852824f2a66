/* Bounds of floating-point numbers. */
#include "common.h"
int main(void) {
  double d = 0.5;
  int i;
  for (i = 0; i < 10; i++) d = d * 0.5 + 0.25;
  CHECK(d >= 0.0 && d <= S(1.0, 0.25));
  return 0;
}
