// true
#include <assert.h>
#include <errno.h>
#include <unistd.h>
int main(void) {
  static unsigned char b[300];
  b[256] = 9;
  assert(getentropy(b, 257) == -1 && errno == EIO && b[0] == 0);
  errno = 0;
  int r = getentropy(b, 256);
  assert(b[256] == 9);
  assert(r == 0 || r == -1 && (errno == ENOSYS || errno == EIO) && b[0] == 0);
  assert(getentropy(b, 0) == 0);
}
