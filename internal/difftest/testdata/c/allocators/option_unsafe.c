// false --allocator pool_get --allocator pool_zget=calloc --allocator pool_put=free --check memory
#include <stddef.h>
#include <assert.h>
void *pool_get(size_t n);
void *pool_zget(size_t n, size_t size);
void pool_put(void *p);
int main(void) {
  int *a = pool_get(8), *b = pool_zget(2, 4);
  assert(b[1] == 0);
  a[1] = b[1];
  pool_put(a);
  pool_put(a);
  return 0;
}
