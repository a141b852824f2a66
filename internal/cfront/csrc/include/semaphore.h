#ifndef _TANDEM_SEMAPHORE_H
#define _TANDEM_SEMAPHORE_H
#include <sys/types.h>
#include <sys/tandem_timespec.h>
typedef union { char __size[__SIZEOF_POINTER__ == 8 ? 32 : 16]; long __align; } sem_t;
#define SEM_FAILED ((sem_t *)0)
int sem_init(sem_t *__s, int __shared, unsigned __v);
int sem_destroy(sem_t *__s);
sem_t *sem_open(const char *__name, int __flags, ...);
int sem_close(sem_t *__s);
int sem_unlink(const char *__name);
int sem_wait(sem_t *__s);
int sem_trywait(sem_t *__s);
int sem_timedwait(sem_t *__s, const struct timespec *__t);
int sem_clockwait(sem_t *__s, int __clock, const struct timespec *__t);
int sem_post(sem_t *__s);
int sem_getvalue(sem_t *__s, int *__v);
#endif
