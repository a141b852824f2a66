// true
#include <assert.h>

struct s { int n, *count; };
static void drop(struct s *p) { (*p->count)--; p->n = 0; }
static struct s make(int *count) { struct s t __attribute__((__cleanup__(drop))) = {4, count}; ++*count; return t; }
int main(void) {
  int count = 5;
  struct s r = make(&count);
  assert(r.n == 4 && count == 5);
  return 0;
}
