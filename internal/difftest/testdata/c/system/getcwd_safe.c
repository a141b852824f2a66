// true
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char b[40];
  assert(getcwd(b, 0) == 0 && errno == EINVAL);
  char *p = getcwd(b, 39);
  assert(p == 0 || p == b);
  p = getcwd(0, 0);
  assert(p != b);
  free(p);
}
