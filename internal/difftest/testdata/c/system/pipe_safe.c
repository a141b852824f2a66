// true
#include <assert.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>
int main(void) {
  int p[3] = {-1, -1, 7};
  if (pipe(p) == 0) {
    assert(p[0] >= 0 && p[1] >= 0 && p[0] != p[1] && p[2] == 7);
    int flags = fcntl(p[0], F_GETFL);
    assert(flags >= -1);
    assert(fcntl(p[0], F_SETFD, FD_CLOEXEC) <= 0);
    int bytes = 5, on = 1, r = ioctl(p[0], FIONBIO, &on);
    assert(r == 0 || r == -1);
    r = ioctl(p[0], FIONREAD, &bytes);
    assert(r == 0 || r == -1 && bytes == 5);
    int d = dup2(p[0], p[1]);
    assert(d == -1 || d == p[1]);
  }
  assert(fcntl(-1, F_GETFD) == -1 && dup(-1) == -1 && dup2(-1, 3) == -1);
}
