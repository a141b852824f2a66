#ifndef _TANDEM_SYS_TIMERFD_H
#define _TANDEM_SYS_TIMERFD_H
#include <time.h>
enum { TFD_CLOEXEC = 02000000, TFD_NONBLOCK = 04000 };
#define TFD_CLOEXEC TFD_CLOEXEC
#define TFD_NONBLOCK TFD_NONBLOCK
enum { TFD_TIMER_ABSTIME = 1, TFD_TIMER_CANCEL_ON_SET = 2 };
#define TFD_TIMER_ABSTIME TFD_TIMER_ABSTIME
#define TFD_TIMER_CANCEL_ON_SET TFD_TIMER_CANCEL_ON_SET
int timerfd_create(int __clock, int __flags);
int timerfd_settime(int __fd, int __flags, const struct itimerspec *__new, struct itimerspec *__old);
int timerfd_gettime(int __fd, struct itimerspec *__value);
#endif
