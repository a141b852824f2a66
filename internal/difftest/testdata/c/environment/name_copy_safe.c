// true
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char name[3] = "AB";
  char *a = getenv(name);
  name[1] = 0;
  char *b = getenv(name);
  assert(a == getenv("AB") && b == getenv("A"));
  return 0;
}
