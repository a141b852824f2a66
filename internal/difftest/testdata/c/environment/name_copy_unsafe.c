// false
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char name[5] = "HOME";
  char *a = getenv(name);
  name[3] = 0;
  assert(a == getenv(name));
  return 0;
}
