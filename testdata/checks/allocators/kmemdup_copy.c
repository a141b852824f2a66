// CWE-125
// fault: assertion
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <assert.h>
#include <stddef.h>
void *kmemdup(const void *p, size_t n, unsigned flags);
void kfree(const void *p);
int main(void) {
  int a[2] = {3, 4};
  int *p = kmemdup(a, sizeof a, 0);
  if (!p)
    return 0;
  a[1] = 5;
#ifdef BAD
  assert(p[1] == 5); // FAULT
#else
  assert(p[0] == 3 && p[1] == 4);
#endif
  kfree(p);
  return 0;
}
