#ifndef _TANDEM_PTHREAD_H
#define _TANDEM_PTHREAD_H
#include <stddef.h>
#include <sys/types.h>
#include <sched.h>
#include <time.h>
typedef unsigned long pthread_t;
#define __P(lp64, ilp32) (__SIZEOF_POINTER__ == 8 ? lp64 : ilp32)
typedef union { char __size[__P(56, 36)]; long __align; } pthread_attr_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t, pthread_condattr_t, pthread_barrierattr_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
#if __SIZEOF_POINTER__ == 8
#define __PTHREAD_MUTEX(kind) { { 0, 0, 0, 0, kind } }
struct __pthread_mutex_s { int __lock; unsigned __count; int __owner; unsigned __nusers; int __kind; };
struct __pthread_rwlock_arch_t { unsigned __readers; int __writers; unsigned __futexes[4]; int __cur_writer, __shared; long __pad[2]; unsigned __flags; };
#define __PTHREAD_RWLOCK(flags) { { 0, 0, { 0 }, 0, 0, { 0 }, flags } }
#else
#define __PTHREAD_MUTEX(kind) { { 0, 0, 0, kind } }
struct __pthread_mutex_s { int __lock; unsigned __count; int __owner, __kind; unsigned __nusers; };
struct __pthread_rwlock_arch_t { unsigned __readers; int __writers; unsigned __futexes[4]; unsigned char __flags, __shared, __pad[2]; int __cur_writer; };
#define __PTHREAD_RWLOCK(flags) { { 0, 0, { 0 }, flags } }
#endif
typedef union { struct __pthread_mutex_s __data; char __size[__P(40, 24)]; long __align; } pthread_mutex_t;
typedef union { struct { int __seq; } __data; char __size[48]; long long __align; } pthread_cond_t;
typedef union { struct __pthread_rwlock_arch_t __data; char __size[__P(56, 32)]; long __align; } pthread_rwlock_t;
typedef volatile int pthread_spinlock_t;
typedef union { char __size[__P(32, 20)]; long __align; } pthread_barrier_t;
#undef __P
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER __PTHREAD_MUTEX(0)
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP __PTHREAD_MUTEX(PTHREAD_MUTEX_RECURSIVE_NP)
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP __PTHREAD_MUTEX(PTHREAD_MUTEX_ERRORCHECK_NP)
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP __PTHREAD_MUTEX(PTHREAD_MUTEX_ADAPTIVE_NP)
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_INITIALIZER __PTHREAD_RWLOCK(PTHREAD_RWLOCK_DEFAULT_NP)
#define PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP __PTHREAD_RWLOCK(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
#define PTHREAD_ONCE_INIT 0
enum { PTHREAD_MUTEX_TIMED_NP, PTHREAD_MUTEX_RECURSIVE_NP, PTHREAD_MUTEX_ERRORCHECK_NP, PTHREAD_MUTEX_ADAPTIVE_NP,
	PTHREAD_MUTEX_NORMAL = 0, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_DEFAULT = 0, PTHREAD_MUTEX_FAST_NP = 0 };
enum { PTHREAD_MUTEX_STALLED, PTHREAD_MUTEX_STALLED_NP = 0, PTHREAD_MUTEX_ROBUST, PTHREAD_MUTEX_ROBUST_NP = 1 };
enum { PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT, PTHREAD_PRIO_PROTECT };
enum { PTHREAD_RWLOCK_PREFER_READER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NP, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, PTHREAD_RWLOCK_DEFAULT_NP = 0 };
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
void pthread_exit(void *) __attribute__((__noreturn__));
int pthread_join(pthread_t, void **);
int pthread_tryjoin_np(pthread_t, void **);
int pthread_timedjoin_np(pthread_t, void **, const struct timespec *);
int pthread_clockjoin_np(pthread_t, void **, clockid_t, const struct timespec *);
int pthread_detach(pthread_t);
pthread_t pthread_self(void);
int pthread_equal(pthread_t, pthread_t);
int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_getdetachstate(const pthread_attr_t *, int *);
int pthread_attr_setdetachstate(pthread_attr_t *, int);
int pthread_attr_getguardsize(const pthread_attr_t *, size_t *);
int pthread_attr_setguardsize(pthread_attr_t *, size_t);
int pthread_attr_getschedparam(const pthread_attr_t *, struct sched_param *);
int pthread_attr_setschedparam(pthread_attr_t *, const struct sched_param *);
int pthread_attr_getschedpolicy(const pthread_attr_t *, int *);
int pthread_attr_setschedpolicy(pthread_attr_t *, int);
int pthread_attr_getinheritsched(const pthread_attr_t *, int *);
int pthread_attr_setinheritsched(pthread_attr_t *, int);
int pthread_attr_getscope(const pthread_attr_t *, int *);
int pthread_attr_setscope(pthread_attr_t *, int);
int pthread_attr_getstackaddr(const pthread_attr_t *, void **);
int pthread_attr_setstackaddr(pthread_attr_t *, void *);
int pthread_attr_getstacksize(const pthread_attr_t *, size_t *);
int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_attr_getstack(const pthread_attr_t *, void **, size_t *);
int pthread_attr_setstack(pthread_attr_t *, void *, size_t);
int pthread_attr_setaffinity_np(pthread_attr_t *, size_t, const cpu_set_t *);
int pthread_attr_getaffinity_np(const pthread_attr_t *, size_t, cpu_set_t *);
int pthread_getattr_default_np(pthread_attr_t *);
int pthread_setattr_default_np(const pthread_attr_t *);
int pthread_getattr_np(pthread_t, pthread_attr_t *);
int pthread_setschedparam(pthread_t, int, const struct sched_param *);
int pthread_getschedparam(pthread_t, int *, struct sched_param *);
int pthread_setschedprio(pthread_t, int);
int pthread_getname_np(pthread_t, char *, size_t);
int pthread_setname_np(pthread_t, const char *);
int pthread_getconcurrency(void);
int pthread_setconcurrency(int);
int pthread_yield(void);
int pthread_setaffinity_np(pthread_t, size_t, const cpu_set_t *);
int pthread_getaffinity_np(pthread_t, size_t, cpu_set_t *);
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_setcancelstate(int, int *);
int pthread_setcanceltype(int, int *);
int pthread_cancel(pthread_t);
void pthread_testcancel(void);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_timedlock(pthread_mutex_t *, const struct timespec *);
int pthread_mutex_clocklock(pthread_mutex_t *, clockid_t, const struct timespec *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutex_getprioceiling(const pthread_mutex_t *, int *);
int pthread_mutex_setprioceiling(pthread_mutex_t *, int, int *);
int pthread_mutex_consistent(pthread_mutex_t *);
int pthread_mutexattr_init(pthread_mutexattr_t *);
int pthread_mutexattr_destroy(pthread_mutexattr_t *);
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *, int *);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *, int);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *, int *);
int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *, int *);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *, int);
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *, int *);
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *, int);
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *, int *);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *, int);
int pthread_rwlock_init(pthread_rwlock_t *, const pthread_rwlockattr_t *);
int pthread_rwlock_destroy(pthread_rwlock_t *);
int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *, const struct timespec *);
int pthread_rwlock_clockrdlock(pthread_rwlock_t *, clockid_t, const struct timespec *);
int pthread_rwlock_wrlock(pthread_rwlock_t *);
int pthread_rwlock_trywrlock(pthread_rwlock_t *);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *, const struct timespec *);
int pthread_rwlock_clockwrlock(pthread_rwlock_t *, clockid_t, const struct timespec *);
int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_rwlockattr_init(pthread_rwlockattr_t *);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *);
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *, int *);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *, int);
int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *, int *);
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *, int);
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
int pthread_cond_clockwait(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
int pthread_condattr_init(pthread_condattr_t *);
int pthread_condattr_destroy(pthread_condattr_t *);
int pthread_condattr_getpshared(const pthread_condattr_t *, int *);
int pthread_condattr_setpshared(pthread_condattr_t *, int);
int pthread_condattr_getclock(const pthread_condattr_t *, clockid_t *);
int pthread_condattr_setclock(pthread_condattr_t *, clockid_t);
int pthread_spin_init(pthread_spinlock_t *, int);
int pthread_spin_destroy(pthread_spinlock_t *);
int pthread_spin_lock(pthread_spinlock_t *);
int pthread_spin_trylock(pthread_spinlock_t *);
int pthread_spin_unlock(pthread_spinlock_t *);
int pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned);
int pthread_barrier_destroy(pthread_barrier_t *);
int pthread_barrier_wait(pthread_barrier_t *);
int pthread_barrierattr_init(pthread_barrierattr_t *);
int pthread_barrierattr_destroy(pthread_barrierattr_t *);
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *, int *);
int pthread_barrierattr_setpshared(pthread_barrierattr_t *, int);
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_key_delete(pthread_key_t);
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);
int pthread_getcpuclockid(pthread_t, clockid_t *);
int pthread_atfork(void (*)(void), void (*)(void), void (*)(void));
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_ATTR_NO_SIGMASK_NP -1
#define PTHREAD_BARRIER_SERIAL_THREAD -1
#define PTHREAD_CANCELED ((void *)-1)
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_SCOPE_SYSTEM 0
/* The thread ends, or is cancelled, only by calls that are refused: what is pushed is called where it is popped. */
#define pthread_cleanup_push(f, a) do { void (*__cleanup)(void *) = (f); void *__cleanup_arg = (a);
#define pthread_cleanup_pop(e) if (e) __cleanup(__cleanup_arg); } while (0)
#define pthread_cleanup_push_defer_np(f, a) pthread_cleanup_push(f, a)
#define pthread_cleanup_pop_restore_np(e) pthread_cleanup_pop(e)
#endif
