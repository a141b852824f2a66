#ifndef _TANDEM_TIME_H
#define _TANDEM_TIME_H
#include <stddef.h>
#include <sys/types.h>
struct tm {
	int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
	long tm_gmtoff;
	const char *tm_zone;
};
#include <sys/tandem_timespec.h>
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1
#define TIME_UTC 1
clock_t clock(void);
time_t time(time_t *__t);
double difftime(time_t __a, time_t __b);
time_t mktime(struct tm *__tm);
struct tm *gmtime(const time_t *__t);
struct tm *localtime(const time_t *__t);
char *asctime(const struct tm *__tm);
char *ctime(const time_t *__t);
struct tm *gmtime_r(const time_t *__t, struct tm *__tm);
struct tm *localtime_r(const time_t *__t, struct tm *__tm);
char *asctime_r(const struct tm *__tm, char *__d);
char *ctime_r(const time_t *__t, char *__d);
time_t timegm(struct tm *__tm);
time_t timelocal(struct tm *__tm);
int dysize(int __year);
#if defined _XOPEN_SOURCE || defined _GNU_SOURCE
char *strptime(const char *__s, const char *__fmt, struct tm *__tm);
#endif
void tzset(void);
int timespec_get(struct timespec *__t, int __base);
int clock_getres(clockid_t __c, struct timespec *__t);
int clock_settime(clockid_t __c, const struct timespec *__t);
int clock_nanosleep(clockid_t __c, int __flags, const struct timespec *__req, struct timespec *__rem);
size_t strftime(char *__s, size_t __n, const char *__fmt, const struct tm *__tm);
int clock_gettime(clockid_t __c, struct timespec *__t);
struct itimerspec { struct timespec it_interval, it_value; };
struct sigevent;
int timer_create(clockid_t __c, struct sigevent *__restrict __e, timer_t *__restrict __id);
int timer_delete(timer_t __id);
int timer_settime(timer_t __id, int __flags, const struct itimerspec *__restrict __new, struct itimerspec *__restrict __old);
int timer_gettime(timer_t __id, struct itimerspec *__value);
int timer_getoverrun(timer_t __id);
int nanosleep(const struct timespec *__req, struct timespec *__rem);
#include <sys/tandem_locale.h>
size_t strftime_l(char *__s, size_t __n, const char *__fmt, const struct tm *__tm, locale_t __l);
#endif
