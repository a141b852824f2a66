// true --missing-bodies=input --check memory,division
#include <stddef.h>
#include <assert.h>
void *pool(size_t n) __attribute__((malloc, alloc_size(1)));
int main(void) {
  int *a = pool(4), *b = pool(4);
  if (!a || !b)
    return 0;
  *a = 1;
  *b = 2;
  assert(*a == 1);
  return 0;
}
