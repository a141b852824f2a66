// false --check memory,division
#include <stddef.h>
#include <stdlib.h>
void *kmalloc(size_t n, unsigned flags);
void *kvmalloc(size_t n, unsigned flags);
void *vmalloc(size_t n);
void kfree(const void *p);
void kvfree(const void *p);
void vfree(const void *p);
int main(void) {
  char *p = vmalloc(8);
  if (p)
    p[0] = 1;
  kfree(p);
  return 0;
}
