// false --missing-bodies=input --check all
// Where the allocator has a body, that says what the memory is; it is freed all the same.
#include <stdlib.h>
void put(char *);
__attribute__((noinline, malloc(put))) char *get(size_t n) { return malloc(n); }
int main(void) {
  char *a = get(4);
  if (!a)
    return 0;
  put(a);
  a[3] = 1;
  return 0;
}
