// true --missing-bodies=input --check memory,division
#include <stddef.h>
__attribute__((returns_nonnull)) char *name(void);
int main(void) {
  char *s = name();
  return *s;
}
