// false
#include <assert.h>

static int f(int n) {
  __label__ out;
  int here = n;
  void leave(void) { here += 100; goto out; }
  if (n > 0) { int r = f(n - 1); here += r; }
  if (n < 2) leave();
  here++;
out:
  return here;
}
int main(void) {
  assert(f(2) == 204 + 1);
  return 0;
}
