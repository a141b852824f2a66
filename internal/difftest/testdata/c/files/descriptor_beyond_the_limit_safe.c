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
  case 0: ok = close(100000000) == -1 && errno == EBADF; break;
  case 1: ok = read(100000000, b, 4) == -1 && errno == EBADF; break;
  case 2: ok = write(100000000, b, 4) == -1 && errno == EBADF; break;
  case 3: ok = pread(100000000, b, 4, 0) == -1 && errno == EBADF; break;
  case 4: ok = pwrite(100000000, b, 4, 0) == -1 && errno == EBADF; break;
  case 5: ok = lseek(100000000, 0, SEEK_CUR) == -1 && errno == EBADF; break;
  case 6: ok = ftruncate(100000000, 0) == -1 && errno == EBADF; break;
  case 7: ok = flock(100000000, LOCK_EX) == -1 && errno == EBADF; break;
  case 8: ok = fsync(100000000) == -1 && errno == EBADF; break;
  case 9: ok = fdatasync(100000000) == -1 && errno == EBADF; break;
  case 10: ok = fchmod(100000000, 0) == -1 && errno == EBADF; break;
  case 11: ok = fchown(100000000, 0, 0) == -1 && errno == EBADF; break;
  case 12: ok = fchdir(100000000) == -1 && errno == EBADF; break;
  case 13: ok = fstat(100000000, &st) == -1 && errno == EBADF; break;
  case 14: ok = fpathconf(100000000, _PC_NAME_MAX) == -1 && errno == EBADF; break;
  case 15: ok = isatty(100000000) == 0 && errno == EBADF; break;
  case 16: ok = posix_fadvise(100000000, 0, 0, 0) == EBADF; break;
  case 17: ok = posix_fallocate(100000000, 0, 1) == EBADF; break;
  case 18: ok = bind(100000000, (struct sockaddr *)b, 16) == -1 && errno == EBADF; break;
  case 19: ok = listen(100000000, 1) == -1 && errno == EBADF; break;
  case 20: ok = connect(100000000, (struct sockaddr *)b, 16) == -1 && errno == EBADF; break;
  case 21: ok = accept(100000000, 0, 0) == -1 && errno == EBADF; break;
  case 22: ok = accept4(100000000, 0, 0, 0) == -1 && errno == EBADF; break;
  case 23: ok = shutdown(100000000, 0) == -1 && errno == EBADF; break;
  case 24: ok = send(100000000, b, 4, 0) == -1 && errno == EBADF; break;
  case 25: ok = sendto(100000000, b, 4, 0, (struct sockaddr *)b, 16) == -1 && errno == EBADF; break;
  case 26: ok = recv(100000000, b, 4, 0) == -1 && errno == EBADF; break;
  case 27: ok = recvfrom(100000000, b, 4, 0, 0, 0) == -1 && errno == EBADF; break;
  case 28: ok = setsockopt(100000000, SOL_SOCKET, SO_REUSEADDR, b, 4) == -1 && errno == EBADF; break;
  case 29: ok = epoll_ctl(100000000, EPOLL_CTL_ADD, 1, &ev) == -1 && errno == EBADF; break;
  case 30: ok = epoll_ctl(1, EPOLL_CTL_ADD, 100000000, &ev) == -1 && errno == EBADF; break;
  case 31: ok = epoll_wait(100000000, &ev, 1, 0) == -1 && errno == EBADF; break;
  case 32: ok = timerfd_gettime(100000000, &ts) == -1 && errno == EBADF; break;
  case 33: ok = timerfd_settime(100000000, 0, &ts, 0) == -1 && errno == EBADF; break;
  case 34: ok = fdopen(100000000, "r") == 0 && errno == EBADF; break;
  default: ok = 1;
  }
  assert(ok);
  return 0;
}
