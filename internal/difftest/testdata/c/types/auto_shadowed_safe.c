// true
#include <assert.h>
short outer = 7;
#define TIMES(n) for (__auto_type n_ = (n); n_ > 0; n_--)
int main(void) {
  int count = 0;
  TIMES(3) TIMES(n_) count++;
  assert(count == 6);
  for (const __auto_type outer = (int)sizeof outer;;) { /* the global one, of 2 bytes */
    assert(outer == 2);
    break;
  }
  int x = 5, seen = 0;
  for (__auto_type x = (char *)&x; !seen; seen++)
    assert(*x == 5);
  const __auto_type y = x;
  {
    const __auto_type y = (long)sizeof y; /* of the int */
    assert(y == 4);
    volatile __auto_type x = &y + 0;
    assert(*x == 4);
  }
  return y - x;
}
