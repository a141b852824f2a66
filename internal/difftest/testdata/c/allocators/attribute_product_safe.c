// true --missing-bodies=input --check memory,division
#include <stddef.h>
void *pool(size_t n, size_t size) __attribute__((malloc)) __attribute__((__alloc_size__(1, 2)));
int main(void) {
  int *a = pool(3, sizeof *a);
  if (a)
    a[2] = 1;
  return 0;
}
