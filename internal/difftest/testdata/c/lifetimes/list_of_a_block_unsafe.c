// false
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct n { int v; struct n *next; };
int main(void) {
  int k = __VERIFIER_nondet_int(), s = 0;
  struct n *head = 0;
  for (int i = 0; i < 2; i++) {
    struct n a = {k & 3, head}, b = {i, &a};
    head = &b;
    for (struct n *p = head; p; p = p->next)
      s += p->v;
    head = 0;
  }
  assert(s == 2 * (k & 3) + 2);
  return 0;
}
