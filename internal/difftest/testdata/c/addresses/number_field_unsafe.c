// false
// A tagged pointer in a structure, set and read by functions.
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct node { uintptr_t next; int v; };

static void set(struct node *n, struct node *to, unsigned tag) { n->next = (uintptr_t)to | tag; }
static struct node *get(struct node *n) { return (struct node *)(n->next & ~(uintptr_t)3); }

int main(void) {
  struct node x = {0, 1}, y = {0, 2};
  unsigned t = __VERIFIER_nondet_uint() & 3;
  set(&x, &y, 2);
  set(&y, &x, 1);
  get(&x)->v += t;
  assert(y.v <= 4);
  return 0;
}
