// true
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char b[16], c[8];
  assert(realpath(0, 0) == 0 && errno == EINVAL);
  int r = gethostname(b, 15);
  assert(r == 0 || r == -1);
  ssize_t n = readlink("/proc/self/exe", c, 7);
  assert(n >= -1 && n <= 7);
}
