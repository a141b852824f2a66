// true --missing-bodies=input --check all
// Each of several deallocators frees, in a block's declaration, too; free is one of them.
#include <stdlib.h>
void put(void *);
void drop(int how, void *);
int main(void) {
  void *get(size_t n) __attribute__((malloc, malloc(put), malloc(free, 1), malloc(drop, 2), alloc_size(1)));
  put(get(1));
  drop(1, get(2));
  free(get(3));
  void *p = malloc(4);
  free(p);
  return 0;
}
