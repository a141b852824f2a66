// true --check memory --32
#include <stdlib.h>
int main(void) {
  char *e = getenv("HOME");
  return e ? e[0] : 0;
}
