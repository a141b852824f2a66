// false --check memory,division
#include <stddef.h>
void *kmalloc(size_t n, unsigned flags);
void *kvmalloc(size_t n, unsigned flags);
void *vmalloc(size_t n);
void kfree(const void *p);
void kvfree(const void *p);
void vfree(const void *p);
int main(void) {
  char *q[3];
  for (int i = 0; i < 3; i++)
    q[i] = i == 1 ? vmalloc(8) : kmalloc(8, 0);
  for (int i = 0; i < 3; i++)
    if (i == 2)
      vfree(q[i]);
    else
      kfree(q[i]);
  return 0;
}
