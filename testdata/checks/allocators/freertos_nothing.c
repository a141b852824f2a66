// CWE-476
// fault: assertion
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <assert.h>
#include <stddef.h>
void *pvPortMalloc(size_t n);
void *kmalloc(size_t n, unsigned flags);
int main(void) {
#ifdef BAD
  assert(!kmalloc(0, 0)); // FAULT
#else
  assert(!pvPortMalloc(0));
#endif
  return 0;
}
