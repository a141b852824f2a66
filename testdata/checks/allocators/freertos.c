// CWE-476
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stddef.h>
void *pvPortMalloc(size_t n);
void vPortFree(void *p);
int main(void) {
  int *p = pvPortMalloc(4 * sizeof *p);
#ifndef BAD
  if (p == NULL)
    return 0;
#endif
  p[3] = 1; // FAULT
  vPortFree(p);
  return 0;
}
