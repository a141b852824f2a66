// true --check memory
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char own[8] = "x";
  char *e = getenv("HOME");
  assert(!e || e != own);
  return own[0];
}
