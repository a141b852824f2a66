// false --missing-bodies=input --check all
#include <stddef.h>
void *pool(size_t n) __attribute__((malloc, alloc_size(1)));
int main(void) {
  char *a = pool(4);
  if (a)
    a[4] = 1;
  return 0;
}
