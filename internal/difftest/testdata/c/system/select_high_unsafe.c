// false
#include <assert.h>
#include <sys/select.h>
#include <unistd.h>
int main(void) {
  fd_set s;
  struct timeval t = {0, 0};
  int p[2];
  if (pipe(p) || write(p[1], "x", 1) != 1 || dup2(p[0], 40) != 40)
    return 0;
  FD_ZERO(&s);
  FD_SET(40, &s);
  if (select(41, &s, 0, 0, &t) > 0)
    assert(!FD_ISSET(40, &s));
}
