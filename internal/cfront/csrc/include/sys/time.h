#ifndef _TANDEM_SYS_TIME_H
#define _TANDEM_SYS_TIME_H
#include <sys/types.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
int gettimeofday(struct timeval *__tv, void *__tz);
int utimes(const char *__name, const struct timeval __times[2]);
int futimes(int __fd, const struct timeval __times[2]);
struct itimerval { struct timeval it_interval, it_value; };
int getitimer(int __which, struct itimerval *__value);
int setitimer(int __which, const struct itimerval *__new, struct itimerval *__old);
#define ITIMER_PROF 2
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#endif
