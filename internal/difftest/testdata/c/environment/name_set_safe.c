// true
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char a[2] = "A", b[2] = "B";
  char *before = getenv(b);
  setenv(a, "1", 1);
  assert(getenv(b) == before && strcmp(getenv("A"), "1") == 0);
  return 0;
}
