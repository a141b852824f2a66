// true --64 -std=c23
#include <assert.h>
int none();
int (*pointer)() = none;
static_assert(_Generic(&none, int (*)(void): 1, default: 0) && _Generic(pointer, int (*)(void): 1, default: 0));
static int unnamed(int, int y, char) { return y; }
int none() { return 3; }
int main() {
  assert(none() + pointer() == 6 && unnamed(1, 2, 'c') == 2);
  return 0;
}
