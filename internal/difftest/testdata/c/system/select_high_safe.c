// true
#include <assert.h>
#include <sys/select.h>
int main(void) {
  fd_set s;
  struct timeval t = {0, 0};
  FD_ZERO(&s);
  FD_SET(40, &s);
  if (select(41, &s, 0, 0, &t) > 0)
    assert(!FD_ISSET(39, &s));
}
