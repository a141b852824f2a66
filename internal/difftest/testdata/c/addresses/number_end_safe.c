// true --check none
// The end of one object as a number, which is the beginning of another object.
#include <assert.h>
#include <stdint.h>
static int a[4], b[4];
int main(void) {
  uintptr_t n = (uintptr_t)a + sizeof a;
  b[0] = 0;
  if (n == (uintptr_t)b) {
    *(int *)n = 1;
    assert(b[0] == 1);
  }
  n = (uintptr_t)b + sizeof b;
  a[0] = 0;
  if (n == (uintptr_t)a) {
    *(int *)n = 1;
    assert(a[0] == 1);
  }
  return 0;
}
