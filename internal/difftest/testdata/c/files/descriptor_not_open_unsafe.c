// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <errno.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/types.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/socket.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
int __VERIFIER_nondet_int(void);
char b[64];
struct stat st;
struct epoll_event ev;
struct itimerspec ts;
int main(void) {
  int k = __VERIFIER_nondet_int(), fd = __VERIFIER_nondet_int(), ok = 1;
  if (fd >= 0 && fd < 1048576) return 0;
  switch (k) {
  case 0: ok = close(-1) == -1 && errno == EBADF; break;
  case 1: ok = read(-1, b, 4) == -1 && errno == EBADF; break;
  case 2: ok = write(-1, b, 4) == -1 && errno == EBADF; break;
  case 3: ok = pread(-1, b, 4, 0) == -1 && errno == EBADF; break;
  case 4: ok = pwrite(-1, b, 4, 0) == -1 && errno == EBADF; break;
  case 5: ok = lseek(-1, 0, SEEK_CUR) == -1 && errno == EBADF; break;
  case 6: ok = ftruncate(-1, 0) == -1 && errno == EBADF; break;
  case 7: ok = flock(-1, LOCK_EX) == -1 && errno == EBADF; break;
  case 8: ok = fsync(-1) == -1 && errno == EBADF; break;
  case 9: ok = fdatasync(-1) == -1 && errno == EBADF; break;
  case 10: ok = fchmod(-1, 0) == -1 && errno == EBADF; break;
  case 11: ok = fchown(-1, 0, 0) == -1 && errno == EBADF; break;
  case 12: ok = fchdir(-1) == -1 && errno == EBADF; break;
  case 13: ok = fstat(-1, &st) == -1 && errno == EBADF; break;
  case 14: ok = fpathconf(-1, _PC_NAME_MAX) == -1 && errno == EBADF; break;
  case 15: ok = isatty(-1) == 0 && errno == EBADF; break;
  case 16: ok = posix_fadvise(-1, 0, 0, 0) == EBADF; break;
  case 17: ok = posix_fallocate(-1, 0, 1) == EBADF; break;
  case 18: ok = bind(-1, (struct sockaddr *)b, 16) == -1 && errno == EBADF; break;
  case 19: ok = listen(-1, 1) == -1 && errno == EBADF; break;
  case 20: ok = connect(-1, (struct sockaddr *)b, 16) == -1 && errno == EBADF; break;
  case 21: ok = accept(-1, 0, 0) == -1 && errno == EBADF; break;
  case 22: ok = accept4(-1, 0, 0, 0) == -1 && errno == EBADF; break;
  case 23: ok = shutdown(-1, 0) == -1 && errno == EBADF; break;
  case 24: ok = send(-1, b, 4, 0) == -1 && errno == EBADF; break;
  case 25: ok = sendto(-1, b, 4, 0, (struct sockaddr *)b, 16) == -1 && errno == EBADF; break;
  case 26: ok = recv(-1, b, 4, 0) == -1 && errno == EBADF; break;
  case 27: ok = recvfrom(-1, b, 4, 0, 0, 0) == -1 && errno == EBADF; break;
  case 28: ok = setsockopt(-1, SOL_SOCKET, SO_REUSEADDR, b, 4) == -1 && errno == EBADF; break;
  case 29: ok = epoll_ctl(-1, EPOLL_CTL_ADD, 1, &ev) == -1 && errno == EBADF; break;
  case 30: ok = epoll_ctl(1, EPOLL_CTL_ADD, -1, &ev) == -1 && errno == EBADF; break;
  case 31: ok = epoll_wait(-1, &ev, 1, 0) == -1 && errno == EBADF; break;
  case 32: ok = timerfd_gettime(-1, &ts) == -1 && errno == EBADF; break;
  case 33: ok = timerfd_settime(-1, 0, &ts, 0) == -1 && errno == EBADF; break;
  case 34: ok = fdopen(-1, "r") == 0 && errno == EBADF; break;
  default: ok = 0;
  }
  assert(!ok);
  return 0;
}
