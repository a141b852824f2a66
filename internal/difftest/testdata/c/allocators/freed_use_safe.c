// true --missing-bodies=input --check all
// No use after the deallocator of the attribute malloc.
#include <stddef.h>
void put(void *);
void *get(size_t n) __attribute__((malloc, malloc(put, 1), alloc_size(1)));
int main(void) {
  char *a = get(4);
  if (!a)
    return 0;
  a[3] = 1;
  int r = a[3];
  put(a);
  return r;
}
