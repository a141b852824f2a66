// true --missing-bodies=input --check memory,division
#include <stddef.h>
typedef void *pool_f(size_t) __attribute__((__alloc_size__(1)));
pool_f pool;
int main(void) {
  char *a = pool(4);
  if (a)
    a[3] = 1;
  return 0;
}
