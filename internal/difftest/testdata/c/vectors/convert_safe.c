// true
#include <assert.h>
typedef int V __attribute__((vector_size(16)));
int main(void) {
  typedef float F __attribute__((vector_size(16)));
  typedef short H __attribute__((vector_size(8)));
  V a = {1, -2, 70000, 3};
  F f = __builtin_convertvector(a, F) / 2;
  H h = __builtin_convertvector(a, H);
  V b = __builtin_convertvector(f, V);
  assert(f[0] == 0.5f && b[1] == -1 && h[2] == 4464 && b[3] == 1);
  return 0;
}
