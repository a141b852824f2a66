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
