// false --missing-bodies=input --check memory,division
#include <stddef.h>
char *name(void);
int main(void) {
  char *s = name();
  return *s;
}
