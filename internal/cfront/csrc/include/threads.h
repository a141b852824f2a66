#ifndef _TANDEM_THREADS_H
#define _TANDEM_THREADS_H
#include <time.h>
typedef unsigned long thrd_t;
typedef int (*thrd_start_t)(void *);
typedef union { char __size[__SIZEOF_POINTER__ == 8 ? 40 : 24]; long __align; } mtx_t;
typedef union { char __size[48]; long long __align; } cnd_t;
typedef unsigned tss_t;
typedef void (*tss_dtor_t)(void *);
typedef struct { int __data; } once_flag;
#define ONCE_FLAG_INIT { 0 }
#define TSS_DTOR_ITERATIONS 4
#if __STDC_VERSION__ < 202311L
#define thread_local _Thread_local
#endif
enum { thrd_success, thrd_busy, thrd_error, thrd_nomem, thrd_timedout };
enum { mtx_plain, mtx_recursive, mtx_timed };
int thrd_create(thrd_t *__t, thrd_start_t __f, void *__arg);
int thrd_join(thrd_t __t, int *__r);
int thrd_detach(thrd_t __t);
thrd_t thrd_current(void);
int thrd_equal(thrd_t __a, thrd_t __b);
int thrd_sleep(const struct timespec *__t, struct timespec *__rest);
void thrd_yield(void);
void thrd_exit(int __r) __attribute__((__noreturn__));
int mtx_init(mtx_t *__m, int __kind);
int mtx_lock(mtx_t *__m);
int mtx_trylock(mtx_t *__m);
int mtx_timedlock(mtx_t *__m, const struct timespec *__t);
int mtx_unlock(mtx_t *__m);
void mtx_destroy(mtx_t *__m);
void call_once(once_flag *__o, void (*__f)(void));
int cnd_init(cnd_t *__c);
int cnd_signal(cnd_t *__c);
int cnd_broadcast(cnd_t *__c);
int cnd_wait(cnd_t *__c, mtx_t *__m);
int cnd_timedwait(cnd_t *__c, mtx_t *__m, const struct timespec *__t);
void cnd_destroy(cnd_t *__c);
int tss_create(tss_t *__k, tss_dtor_t __f);
void *tss_get(tss_t __k);
int tss_set(tss_t __k, void *__v);
void tss_delete(tss_t __k);
#endif
