// true
#include <assert.h>
int main(void) {
  int n = 0;
  { __label__ x; goto x; n = 9; x: n++; }
  { __label__ x; goto x; n = 9; x: n++; }
  assert(n == 2);
  return 0;
}
