// false --allocator pool_get --malloc-may-fail --check memory,division
#include <stddef.h>
void *pool_get(size_t n);
int main(void) {
  int *a = pool_get(8);
    a[1] = 0;
  return 0;
}
