// true
#include <assert.h>
#include <errno.h>
#include <sys/random.h>
static int fill(unsigned char *p, size_t n) {
  while (n > 0) {
    ssize_t r = getrandom(p, n, 0);
    if (r < 0) {
      if (errno == EINTR)
        continue;
      return -1;
    }
    p += r;
    n -= (size_t)r;
  }
  return 0;
}
int main(void) {
  unsigned char b[12];
  b[11] = 3;
  if (fill(b, 11) == 0)
    assert(b[11] == 3);
  ssize_t r = getrandom(b, sizeof b, GRND_NONBLOCK);
  assert(r == sizeof b || r == -1 && (errno == EAGAIN || errno == EINTR || errno == ENOSYS));
  assert(getrandom(b, sizeof b, 1u << 20) == -1 && (errno == EINVAL || errno == ENOSYS));
  r = getrandom(b, 0, 0);
  assert(r == 0 || r == -1);
}
