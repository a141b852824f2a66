#ifndef _TANDEM_PTHREAD_H
#define _TANDEM_PTHREAD_H
#include <stddef.h>
#include <sys/types.h>
#include <time.h>
typedef unsigned long pthread_t;
#define __P(lp64, ilp32) (__SIZEOF_POINTER__ == 8 ? lp64 : ilp32)
typedef union { char __size[__P(56, 36)]; long __align; } pthread_attr_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t, pthread_condattr_t, pthread_barrierattr_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
typedef union { struct { int __lock, __owner, __kind; } __data; char __size[__P(40, 24)]; long __align; } pthread_mutex_t;
typedef union { struct { int __seq; } __data; char __size[48]; long long __align; } pthread_cond_t;
typedef union { struct { int __lock; } __data; char __size[__P(56, 32)]; long __align; } pthread_rwlock_t;
typedef volatile int pthread_spinlock_t;
typedef union { char __size[__P(32, 20)]; long __align; } pthread_barrier_t;
#undef __P
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER { { 0, 0, 0 } }
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_INITIALIZER { { 0 } }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
int pthread_create(pthread_t *__t, const pthread_attr_t *__a, void *(*__f)(void *), void *__arg);
int pthread_join(pthread_t __t, void **__r);
int pthread_detach(pthread_t __t);
void pthread_exit(void *__r) __attribute__((__noreturn__));
pthread_t pthread_self(void);
int pthread_equal(pthread_t __a, pthread_t __b);
int pthread_mutex_init(pthread_mutex_t *__m, const pthread_mutexattr_t *__a);
int pthread_mutex_destroy(pthread_mutex_t *__m);
int pthread_mutex_lock(pthread_mutex_t *__m);
int pthread_mutex_trylock(pthread_mutex_t *__m);
int pthread_mutex_unlock(pthread_mutex_t *__m);
int pthread_cond_init(pthread_cond_t *__c, const pthread_condattr_t *__a);
int pthread_cond_destroy(pthread_cond_t *__c);
int pthread_cond_wait(pthread_cond_t *__c, pthread_mutex_t *__m);
int pthread_cond_signal(pthread_cond_t *__c);
int pthread_cond_broadcast(pthread_cond_t *__c);
int pthread_rwlock_rdlock(pthread_rwlock_t *__l);
int pthread_rwlock_wrlock(pthread_rwlock_t *__l);
int pthread_rwlock_unlock(pthread_rwlock_t *__l);
int pthread_attr_init(pthread_attr_t *__a);
int pthread_attr_destroy(pthread_attr_t *__a);
int pthread_attr_setdetachstate(pthread_attr_t *__a, int __s);
int pthread_mutexattr_init(pthread_mutexattr_t *__a);
int pthread_mutexattr_settype(pthread_mutexattr_t *__a, int __k);
int pthread_mutexattr_destroy(pthread_mutexattr_t *__a);
int pthread_key_create(pthread_key_t *__k, void (*__f)(void *));
int pthread_key_delete(pthread_key_t __k);
void *pthread_getspecific(pthread_key_t __k);
int pthread_setspecific(pthread_key_t __k, const void *__v);
int pthread_once(pthread_once_t *__o, void (*__f)(void));
#define PTHREAD_ATTR_NO_SIGMASK_NP -1
#define PTHREAD_BARRIER_SERIAL_THREAD -1
#define PTHREAD_CANCELED -1
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
#endif
