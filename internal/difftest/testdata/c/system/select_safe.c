// true
#include <assert.h>
#include <errno.h>
#include <sys/select.h>
int main(void) {
  fd_set r, w;
  struct timeval t = {0, 0};
  FD_ZERO(&r);
  FD_ZERO(&w);
  FD_SET(0, &r);
  int n = select(1, &r, &w, 0, &t);
  assert(n >= -1 && n <= 3 && !FD_ISSET(0, &w) && !FD_ISSET(3, &r));
  assert(select(-1, 0, 0, 0, &t) == -1 && errno == EINVAL);
}
