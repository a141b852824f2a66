// true --missing-bodies=input --check all
#include <stddef.h>
void put(char *);
char *get(size_t n) __attribute__((malloc(put), alloc_size(1), returns_nonnull));
int main(void) {
  char *a = get(4);
  a++;
  put(a - 1);
  return 0;
}
