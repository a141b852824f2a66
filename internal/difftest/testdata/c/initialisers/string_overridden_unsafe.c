// false
#include <assert.h>
int main(void) {
  struct { char s[4]; int k; } w = {"abc", .s[1] = 'x', .k = 5};
  assert(w.s[0] == 0 && w.s[1] == 'x' && w.s[2] == 'c' && w.k == 5);
  return 0;
}
