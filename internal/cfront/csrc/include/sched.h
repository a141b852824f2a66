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
typedef unsigned long __cpu_mask;
#define CPU_SETSIZE 1024
#define __NCPUBITS (8 * sizeof(__cpu_mask))
typedef struct { __cpu_mask __bits[CPU_SETSIZE / __NCPUBITS]; } cpu_set_t;
int sched_getaffinity(pid_t __pid, size_t __n, cpu_set_t *__set);
int sched_setaffinity(pid_t __pid, size_t __n, const cpu_set_t *__set);
int sched_getcpu(void);
int __sched_cpucount(size_t __n, const cpu_set_t *__set);
cpu_set_t *__sched_cpualloc(size_t __count);
void __sched_cpufree(cpu_set_t *__set);
static __inline void __tandem_cpu_zero(size_t __n, cpu_set_t *__s) { for (size_t __i = 0; __i < __n / sizeof(__cpu_mask); __i++) __s->__bits[__i] = 0; }
static __inline void __tandem_cpu_put(size_t __c, size_t __n, cpu_set_t *__s, int __on)
{
	if (__c / 8 < __n) {
		__cpu_mask __m = (__cpu_mask)1 << __c % __NCPUBITS;
		__s->__bits[__c / __NCPUBITS] = __on ? __s->__bits[__c / __NCPUBITS] | __m : __s->__bits[__c / __NCPUBITS] & ~__m;
	}
}
static __inline int __tandem_cpu_isset(size_t __c, size_t __n, const cpu_set_t *__s)
{
	return __c / 8 < __n && (__s->__bits[__c / __NCPUBITS] >> __c % __NCPUBITS & 1);
}
#define CPU_ZERO_S(n, s) __tandem_cpu_zero(n, s)
#define CPU_SET_S(c, n, s) __tandem_cpu_put(c, n, s, 1)
#define CPU_CLR_S(c, n, s) __tandem_cpu_put(c, n, s, 0)
#define CPU_ISSET_S(c, n, s) __tandem_cpu_isset(c, n, s)
#define CPU_COUNT_S(n, s) __sched_cpucount(n, s)
#define CPU_ZERO(s) CPU_ZERO_S(sizeof(cpu_set_t), s)
#define CPU_SET(c, s) CPU_SET_S(c, sizeof(cpu_set_t), s)
#define CPU_CLR(c, s) CPU_CLR_S(c, sizeof(cpu_set_t), s)
#define CPU_ISSET(c, s) CPU_ISSET_S(c, sizeof(cpu_set_t), s)
#define CPU_COUNT(s) CPU_COUNT_S(sizeof(cpu_set_t), s)
#define CPU_ALLOC_SIZE(n) (((n) + __NCPUBITS - 1) / __NCPUBITS * sizeof(__cpu_mask))
#define CPU_ALLOC(n) __sched_cpualloc(n)
#define CPU_FREE(s) __sched_cpufree(s)
#define CLONE_CHILD_CLEARTID 2097152
#define CLONE_CHILD_SETTID 16777216
#define CLONE_DETACHED 4194304
#define CLONE_FILES 1024
#define CLONE_FS 512
#define CLONE_IO 0x80000000
#define CLONE_NEWCGROUP 33554432
#define CLONE_NEWIPC 134217728
#define CLONE_NEWNET 1073741824
#define CLONE_NEWNS 131072
#define CLONE_NEWPID 536870912
#define CLONE_NEWTIME 128
#define CLONE_NEWUSER 268435456
#define CLONE_NEWUTS 67108864
#define CLONE_PARENT 32768
#define CLONE_PARENT_SETTID 1048576
#define CLONE_PIDFD 4096
#define CLONE_PTRACE 8192
#define CLONE_SETTLS 524288
#define CLONE_SIGHAND 2048
#define CLONE_SYSVSEM 262144
#define CLONE_THREAD 65536
#define CLONE_UNTRACED 8388608
#define CLONE_VFORK 16384
#define CLONE_VM 256
#define CSIGNAL 255
#define SCHED_BATCH 3
#define SCHED_DEADLINE 6
#define SCHED_IDLE 5
#define SCHED_ISO 4
#define SCHED_RESET_ON_FORK 1073741824
#endif
