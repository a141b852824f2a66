// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct n { int v; struct n *next; };
int main(void) {
  struct n *list = 0;
  list = &(struct n){1, list};
  list = &(struct n){2, list};
  int s = 0;
  {
    struct n *q = &(struct n){3, list};
    for (; q; q = q->next)
      s = 10 * s + q->v;
  }
  assert(s == 123 && list->next->v == 1);
  return 0;
}
