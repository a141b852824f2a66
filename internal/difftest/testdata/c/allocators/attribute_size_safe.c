// true --missing-bodies=input --check memory,division
#include <stddef.h>
void *pool(size_t n) __attribute__((malloc, alloc_size(1), returns_nonnull));
int main(void) {
  int *a = pool(2 * sizeof *a);
  a[1] = 1;
  return 0;
}
