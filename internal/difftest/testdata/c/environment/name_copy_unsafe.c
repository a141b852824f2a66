// false
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char name[3] = "AB";
  char *a = getenv(name);
  name[1] = 0;
  assert(a == getenv(name));
  return 0;
}
