// false
#include <assert.h>
int main(void) {
  int i = 1;
  struct { int m, n; } w = {.n = i++, .m = i++};
  assert(w.m == 2 && w.n == 1 && i == 3);
  return 0;
}
