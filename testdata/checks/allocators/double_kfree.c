// CWE-415
// fault: valid-free
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stddef.h>
void *kmalloc(size_t n, unsigned flags);
void kfree(const void *p);
int main(void) {
  char *p = kmalloc(10, 0);
  kfree(p); // null is taken
#ifdef BAD
  if (p)
    kfree(p); // FAULT
#endif
  return 0;
}
