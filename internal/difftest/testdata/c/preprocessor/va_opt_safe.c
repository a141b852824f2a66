// true
#include <assert.h>
#define ADD(a, ...) (a __VA_OPT__(+ 10 *) __VA_ARGS__)
#define NONE
int main(void) {
  assert(ADD(1) == 1 && ADD(1, ) == 1 && ADD(1, NONE) == 1 && ADD(1, 2) == 21);
  return 0;
}
