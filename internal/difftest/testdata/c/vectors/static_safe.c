// true
#include <assert.h>
typedef int V __attribute__((vector_size(16)));
static V g = {1, 2, 3, 4};
static const V k = {1, 2, 3};
int main(void) {
  g[1] += k[2];
  assert(g[1] == 5 && g[0] == 1);
  return 0;
}
