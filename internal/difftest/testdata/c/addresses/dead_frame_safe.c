// true --check none
// A number that was the address of a local object of a call that has returned, and is one of another object now.
#include <assert.h>
#include <stdint.h>
static uintptr_t n;
static int seen;
static void f(int d) {
  int x = d;
  if (d == 0) {
    n = (uintptr_t)&x;
  } else if ((uintptr_t)&x == n) {
    *(int *)n = 7;
    seen = x;
  }
}
int main(void) {
  f(0);
  f(1);
  assert(seen == 0 || seen == 7);
  return 0;
}
