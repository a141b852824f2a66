// CWE-122
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stddef.h>
unsigned __VERIFIER_nondet_uint(void);
void *kcalloc(size_t n, size_t size, unsigned flags);
void kfree(const void *p);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 5)
    return 0;
  int *a = kcalloc(n, sizeof *a, 0);
  if (!a)
    return 0;
#ifdef BAD
  for (unsigned i = 0; i <= n; i++)
#else
  for (unsigned i = 0; i < n; i++)
#endif
    a[i] = 1; // FAULT
  kfree(a);
  return 0;
}
