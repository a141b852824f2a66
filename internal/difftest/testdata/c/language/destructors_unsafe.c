// false
#include <assert.h>
int x;
void last(void) __attribute__((destructor(101)));
void last(void) { assert(x == 2); }
__attribute__((destructor)) static void first(void) { x++; }
int main(void) {
  x = 2;
  return 0;
}
