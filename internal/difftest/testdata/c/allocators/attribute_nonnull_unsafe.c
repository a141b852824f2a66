// false --missing-bodies=input
#include <stddef.h>
char *name(void);
int main(void) {
  char *s = name();
  return *s;
}
