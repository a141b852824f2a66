// true
#include <assert.h>
struct s { int m, n; };
static int calls;
static struct s mk(void) { calls++; return (struct s){5, 6}; }
int main(void) {
  struct { struct s z; int k; } w = {.z = mk(), .z.m = 2};
  assert(w.z.m == 2 && w.z.n == 0 && calls == 0);
  return 0;
}
