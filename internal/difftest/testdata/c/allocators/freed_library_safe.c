// true --missing-bodies=input --check all
#include <stdlib.h>
int *get(void) __attribute__((malloc(free), returns_nonnull));
int main(void) {
  int *p = get();
  *p = 1;
  p = realloc(p, 2 * sizeof *p);
  if (p)
    free(p);
  return 0;
}
