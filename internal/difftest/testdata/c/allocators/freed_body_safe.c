// true --missing-bodies=input --check all
// Where the allocator has a body, that says what the memory is.
#include <stdlib.h>
void put(char *);
__attribute__((noinline, malloc(put))) char *get(size_t n) { return malloc(n); }
int main(void) {
  char *a = get(4);
  if (a)
    a[3] = 1;
  put(a);
  return 0;
}
