// CWE-843: a write to what is const
// fault: valid-deref
// witness: 3
// sanitizers: do not see this
// models: LP64 ILP32
#include <assert.h>
int __VERIFIER_nondet_int(void);
// a pointer to const may lead to what is not const: a cast then lets it be written
static void bump(const int *p) { ++*(int *)p; } // FAULT
int main(void) {
  int start = __VERIFIER_nondet_int();
  if (start < 0 || start > 100)
    return 0;
#ifdef BAD
  const
#endif
  int n = start;
  bump(&n);
  assert(n == start + 1);
  return 0;
}
