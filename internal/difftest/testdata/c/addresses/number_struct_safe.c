// true
// The beginning of a structure, from the address of a member.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);

struct pair { int a, b; };

int main(void) {
  struct pair s = {1, 2};
  s.a = __VERIFIER_nondet_int();
  int *m = &s.b;
  struct pair *p = (struct pair *)((uintptr_t)m - offsetof(struct pair, b));
  assert(p->a == s.a && p->b == 2);
  return 0;
}
