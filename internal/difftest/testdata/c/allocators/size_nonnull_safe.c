// true --missing-bodies=input --check all
#include <stddef.h>
void *pool(size_t n) __attribute__((alloc_size(1), returns_nonnull));
int main(void) {
  char *a = pool(4);
  a[0] = a[3] = 1;
  return a[0];
}
