// true
#include <assert.h>
#include <poll.h>
int main(void) {
  struct pollfd p[2] = {{0, POLLIN, 9}, {-1, POLLIN, 9}};
  int n = poll(p, 2, 0);
  assert(n >= -1 && n <= 2);
  if (n >= 0)
    assert(p[1].revents == 0 && (p[0].revents & POLLOUT) == 0);
  if (n == 0)
    assert(p[0].revents == 0);
}
