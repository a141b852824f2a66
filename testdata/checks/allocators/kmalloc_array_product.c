// CWE-190
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stddef.h>
#include <stdint.h>
void *kmalloc_array(size_t n, size_t size, unsigned flags);
void *kmalloc(size_t n, unsigned flags);
void kfree(const void *p);
int main(void) {
  size_t n = SIZE_MAX / 4 + 2;
#ifdef BAD
  int *a = kmalloc(n * 4, 0); // four bytes
#else
  int *a = kmalloc_array(n, 4, 0); // the product overflows: null
#endif
  if (!a)
    return 0;
  a[1] = 1; // FAULT
  kfree(a);
  return 0;
}
