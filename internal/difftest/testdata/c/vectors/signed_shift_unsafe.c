// false
#include <assert.h>
typedef int V __attribute__((vector_size(16)));
int main(void) {
  V a = {-8, -1, 16, 1};
  V b = a >> 1;
  assert(b[0] == -4 && b[2] == 8 && b[1] == 0);
  return 0;
}
