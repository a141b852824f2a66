// false
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char a[5] = "HOME";
  setenv(a, "1", 0);
  assert(strcmp(getenv("HOME"), "1") == 0);
  return 0;
}
