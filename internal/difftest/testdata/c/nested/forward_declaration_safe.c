// true
#include <assert.h>

int even(int k) { return -1; }
int main(void) {
  int steps = 0;
  auto int odd(int);
  int even(int k) { steps++; return k == 0 ? 1 : odd(k - 1); }
  int odd(int k) { steps++; return k == 0 ? 0 : even(k - 1); }
  assert(even(4) == 1 && steps == 5);
  return 0;
}
