// false --missing-bodies=input
#include <assert.h>
#include <sys/epoll.h>
int main(void) {
  struct epoll_event e[4];
  int fd = epoll_create1(0);
  if (fd < 0)
    return 0;
  int n = epoll_wait(fd, e, 4, 100);
  int last = -1;
  for (int i = 0; i < n && i < 4; i++)
    last = i;
  assert(last < 3);
  return 0;
}
