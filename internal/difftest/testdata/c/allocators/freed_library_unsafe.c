// false --missing-bodies=input --check all
// free does not take what another function is named for.
#include <stdlib.h>
void put(int *);
int *get(void) __attribute__((malloc(put), returns_nonnull));
int main(void) {
  int *p = get();
  *p = 1;
  free(p);
  return 0;
}
