// CWE-843: a write to what is const
// fault: valid-deref
// witness: 1
// sanitizers: do not see this
// models: LP64 ILP32
#include <string.h>
struct pair { int a, b; };
int __VERIFIER_nondet_int(void);
int main(void) {
  const struct pair p = {1, 2};
  struct pair q = p;
  int which = __VERIFIER_nondet_int();
  void *at = &q;
#ifdef BAD
  if (which == 1)
    at = (void *)&p;
#endif
  memset(at, 0, which == 2 ? 0 : sizeof p); // FAULT
  return p.a + q.b;
}
