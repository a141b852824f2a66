// false --missing-bodies=input --check all
// A block is freed twice, once through a pointer to the deallocator.
#include <stddef.h>
void put(char *);
char *get(size_t n) __attribute__((malloc(put), alloc_size(1), returns_nonnull));
int main(void) {
  void (*release)(char *) = put;
  char *a = get(4);
  put(a);
  release(a);
  return 0;
}
