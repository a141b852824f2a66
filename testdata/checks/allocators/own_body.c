// CWE-122
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stddef.h>
// the program's own function of that name is what it is
static char pool[8];
void *kmalloc(size_t n, unsigned flags) { return n > 8 ? NULL : pool; }
int main(void) {
  char *p = kmalloc(6, 0);
  if (!p)
    return 0;
#ifdef BAD
  p[8] = 1; // FAULT
#else
  p[7] = 1;
#endif
  return 0;
}
