// true --missing-bodies=input --check all
// Null may be freed any number of times.
#include <stddef.h>
void put(char *);
char *get(size_t n) __attribute__((malloc(put), alloc_size(1), returns_nonnull));
int main(void) {
  char *a = get(4);
  put(a);
  a = NULL;
  put(a);
  return 0;
}
