#ifndef _TANDEM_SYS_SELECT_H
#define _TANDEM_SYS_SELECT_H
#include <sys/time.h>
#include <sys/tandem_timespec.h>
#include <signal.h>
#include <sys/tandem_fd_set.h>
int select(int __n, fd_set *__r, fd_set *__w, fd_set *__e, struct timeval *__t);
int pselect(int __n, fd_set *__r, fd_set *__w, fd_set *__e, const struct timespec *__t, const sigset_t *__m);
#endif
