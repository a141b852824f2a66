/* Two globals and a call by reference. */
#include "common.h"
int g = 1, h = 2;
void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
int main(void) {
  swap(&g, &h);
  CHECK(g == S(2, 1) && h == 1);
  return 0;
}
