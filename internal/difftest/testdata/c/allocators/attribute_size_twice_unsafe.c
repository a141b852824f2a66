// false --missing-bodies=input --check memory,division
#include <stddef.h>
void *pool(size_t n, size_t size) __attribute__((alloc_size(1)));
void *pool(size_t n, size_t size) __attribute__((alloc_size(1, 2)));
void *rows(size_t n, size_t size) __attribute__((alloc_size(1, 2)));
int main(void) {
  char *p = pool(4, 8), *q = rows(4, 8);
  if (p)
    p[4] = 1;
  if (q)
    q[31] = 1;
  return 0;
}
void *rows(size_t n, size_t size) __attribute__((alloc_size(2)));
