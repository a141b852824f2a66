// CWE-476
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stddef.h>
void *kmalloc(size_t n, unsigned flags);
void kfree(const void *p);
int main(void) {
  int *p = kmalloc(sizeof *p, 0);
#ifndef BAD
  if (!p)
    return 0;
#endif
  *p = 1; // FAULT
  kfree(p);
  return 0;
}
