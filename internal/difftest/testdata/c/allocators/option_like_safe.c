// true --allocator os_alloc=kmalloc --check memory,division
#include <stddef.h>
void *os_alloc(size_t n, unsigned flags);
int main(void) {
  char *a = os_alloc(8, 0);
  if (a)
    a[7] = 0;
  return 0;
}
