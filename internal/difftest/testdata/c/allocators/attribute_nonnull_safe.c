// true --missing-bodies=input
#include <stddef.h>
__attribute__((returns_nonnull)) char *name(void);
int main(void) {
  char *s = name();
  return *s;
}
