// false
#include <assert.h>
static int order;
static int t(int k) { order = order * 10 + k; return k; }
struct s { int m, n; };
int main(void) {
  struct s *p = &(struct s){.n = t(1), .m = t(2)};
  struct s q;
  q = (struct s){.n = t(3), .m = t(4)};
  assert(p->n == 1 && q.m == 4 && order == 1234);
  return 0;
}
