// CWE-401
// fault: valid-memcleanup
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stddef.h>
void *kmalloc(size_t n, unsigned flags);
void kfree(const void *p);
int main(void) {
  char *p = kmalloc(4, 0);
  if (!p)
    return 0;
  p[0] = 1;
#ifndef BAD
  kfree(p);
#endif
  return 0;
}
