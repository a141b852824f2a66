/* A bounded counter. */
#include "common.h"
int main(void) {
  int i = 0;
  while (i < 100) i++;
  CHECK(i == S(100, 99));
  return 0;
}
