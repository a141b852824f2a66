#ifndef _TANDEM_SCHED_H
#define _TANDEM_SCHED_H
#include <sys/types.h>
struct sched_param { int sched_priority; };
#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
int sched_yield(void);
int sched_getscheduler(pid_t __pid);
int sched_setscheduler(pid_t __pid, int __policy, const struct sched_param *__p);
int sched_getparam(pid_t __pid, struct sched_param *__p);
int sched_setparam(pid_t __pid, const struct sched_param *__p);
int sched_get_priority_max(int __policy);
int sched_get_priority_min(int __policy);
#endif
