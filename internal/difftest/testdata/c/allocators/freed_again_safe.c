// true --missing-bodies=input --check all
// A deallocator that gives new memory, as realloc does, keeps the old where it gives none.
#include <stddef.h>
void put(char *);
char *again(char *, size_t n) __attribute__((malloc, malloc(put), alloc_size(2)));
char *get(size_t n) __attribute__((malloc, malloc(put), malloc(again, 1), alloc_size(1)));
int main(void) {
  char *a = get(4);
  if (!a)
    return 0;
  char *b = again(a, 8);
  if (b) {
    b[7] = 1;
    put(b);
  } else {
    a[3] = 1;
    put(a);
  }
  return 0;
}
