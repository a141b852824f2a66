// true
#include <assert.h>
typedef int V __attribute__((vector_size(16)));
int main(void) {
  typedef float F __attribute__((vector_size(16)));
  F f = {1.0f, -0.0f, 2.0f, 0.5f};
  V a = (V)f;
  assert(a[0] == 0x3f800000 && a[1] == (int)0x80000000);
  return 0;
}
