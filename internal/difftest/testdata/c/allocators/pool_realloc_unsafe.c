// false --check memory,division
#include <stddef.h>
#include <stdlib.h>
void *kmalloc(size_t n, unsigned flags);
void *krealloc(const void *p, size_t n, unsigned flags);
void kfree(const void *p);
int main(void) {
  char *p = krealloc(kmalloc(8, 0), 9, 0);
  if (p)
    p[0] = 1;
  p = realloc(p, 9);
  return 0;
}
