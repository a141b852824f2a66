// true
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
  case 0: ok = close(fd) == -1 && errno == EBADF; break;
  case 1: ok = read(fd, b, 4) == -1 && errno == EBADF; break;
  case 2: ok = write(fd, b, 4) == -1 && errno == EBADF; break;
  case 3: ok = pread(fd, b, 4, 0) == -1 && errno == EBADF; break;
  case 4: ok = pwrite(fd, b, 4, 0) == -1 && errno == EBADF; break;
  case 5: ok = lseek(fd, 0, SEEK_CUR) == -1 && errno == EBADF; break;
  case 6: ok = ftruncate(fd, 0) == -1 && errno == EBADF; break;
  case 7: ok = flock(fd, LOCK_EX) == -1 && errno == EBADF; break;
  case 8: ok = fsync(fd) == -1 && errno == EBADF; break;
  case 9: ok = fdatasync(fd) == -1 && errno == EBADF; break;
  case 10: ok = fchmod(fd, 0) == -1 && errno == EBADF; break;
  case 11: ok = fchown(fd, 0, 0) == -1 && errno == EBADF; break;
  case 12: ok = fchdir(fd) == -1 && errno == EBADF; break;
  case 13: ok = fstat(fd, &st) == -1 && errno == EBADF; break;
  case 14: ok = fpathconf(fd, _PC_NAME_MAX) == -1 && errno == EBADF; break;
  case 15: ok = isatty(fd) == 0 && errno == EBADF; break;
  case 16: ok = posix_fadvise(fd, 0, 0, 0) == EBADF; break;
  case 17: ok = posix_fallocate(fd, 0, 1) == EBADF; break;
  case 18: ok = bind(fd, (struct sockaddr *)b, 16) == -1 && errno == EBADF; break;
  case 19: ok = listen(fd, 1) == -1 && errno == EBADF; break;
  case 20: ok = connect(fd, (struct sockaddr *)b, 16) == -1 && errno == EBADF; break;
  case 21: ok = accept(fd, 0, 0) == -1 && errno == EBADF; break;
  case 22: ok = accept4(fd, 0, 0, 0) == -1 && errno == EBADF; break;
  case 23: ok = shutdown(fd, 0) == -1 && errno == EBADF; break;
  case 24: ok = send(fd, b, 4, 0) == -1 && errno == EBADF; break;
  case 25: ok = sendto(fd, b, 4, 0, (struct sockaddr *)b, 16) == -1 && errno == EBADF; break;
  case 26: ok = recv(fd, b, 4, 0) == -1 && errno == EBADF; break;
  case 27: ok = recvfrom(fd, b, 4, 0, 0, 0) == -1 && errno == EBADF; break;
  case 28: ok = setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, b, 4) == -1 && errno == EBADF; break;
  case 29: ok = epoll_ctl(fd, EPOLL_CTL_ADD, 1, &ev) == -1 && errno == EBADF; break;
  case 30: ok = epoll_ctl(1, EPOLL_CTL_ADD, fd, &ev) == -1 && errno == EBADF; break;
  case 31: ok = epoll_wait(fd, &ev, 1, 0) == -1 && errno == EBADF; break;
  case 32: ok = timerfd_gettime(fd, &ts) == -1 && errno == EBADF; break;
  case 33: ok = timerfd_settime(fd, 0, &ts, 0) == -1 && errno == EBADF; break;
  case 34: ok = fdopen(fd, "r") == 0 && errno == EBADF; break;
  default: ok = 1;
  }
  assert(ok);
  return 0;
}
