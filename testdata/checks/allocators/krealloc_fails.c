// CWE-416
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stddef.h>
void *kmalloc(size_t n, unsigned flags);
void *krealloc(const void *p, size_t n, unsigned flags);
void kfree(const void *p);
int main(void) {
  char *p = kmalloc(4, 0), *q;
  if (!p)
    return 0;
  p[0] = 1;
  q = krealloc(p, 8, 0);
#ifdef BAD
  if (q)
    p[0] = 2; // FAULT
#else
  if (!q)
    p[0] = 2; // the old block is still there
#endif
  kfree(q ? q : p);
  return 0;
}
