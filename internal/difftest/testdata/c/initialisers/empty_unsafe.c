// false
#include <assert.h>
struct s { int a, b[3]; };
int main(void) {
  struct s x = {}, y[2] = {{}, {.b = {}}};
  int v[4] = {};
  assert(x.b[2] == 0 && y[1].b[1] == 0 && v[3] == 1);
  return 0;
}
