// false --check memory
#include <stdlib.h>
int main(void) {
  char *e = getenv("HOME");
  return e ? e[1] : 0;
}
