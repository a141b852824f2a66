// true
#include <assert.h>
#include <errno.h>
#include <sys/uio.h>
int main(void) {
  char a[4] = "abc", b[2] = {1, 2};
  struct iovec v[2] = {{a, 3}, {b, 1}};
  assert(readv(0, v, -1) == -1 && errno == EINVAL);
  ssize_t n = writev(2, v, 2);
  assert(n >= -1 && n <= 4);
  n = readv(0, v, 1);
  assert(n >= -1 && n <= 3);
}
