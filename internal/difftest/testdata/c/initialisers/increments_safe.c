// true
#include <assert.h>
int main(void) {
  int i = 1;
  struct { int m, n; } w = {.n = i++, .m = i++};
  assert(w.m == 1 && w.n == 2 && i == 3);
  return 0;
}
