// false
#include <assert.h>
#include <poll.h>
int main(void) {
  struct pollfd p = {-1, POLLIN, POLLIN};
  poll(&p, 1, 0);
  assert(p.revents == POLLIN);
}
