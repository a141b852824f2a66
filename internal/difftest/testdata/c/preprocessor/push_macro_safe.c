// true
#include <assert.h>
#define X 1
#pragma push_macro("X")
#undef X
#define X 2
int a = X;
#pragma pop_macro("X")
int b = X;
int main(void) {
  assert(a == 2 && b == 1);
  return 0;
}
