// true
#include <assert.h>
static unsigned __int128 fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int main(void) {
  unsigned __int128 f = fact(30);
  assert(f / fact(29) == 30 && f % 31 == 30);
}
