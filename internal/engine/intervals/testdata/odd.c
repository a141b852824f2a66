/* Values of a counter that jumps. */
#include "common.h"
int main(void) {
  int i, last = 0;
  for (i = 0; i < 50; i += 5) last = i;
  CHECK(last <= 49 && i >= 50 && i <= S(54, 49));
  return 0;
}
