/* Semaphores and mutexes of a process with one thread (a program that makes another one is refused there). What matters is
   in the first word: the value of a semaphore, whether a mutex is locked, or destroyed. Where a call would wait, what happens depends on
   who else there is, and on the kind of mutex: no verdict rests on it. Of a destroyed mutex POSIX says nothing (glibc: EINVAL). */
//# provides: sem_init sem_destroy sem_getvalue sem_post sem_trywait sem_wait sem_timedwait sem_clockwait
//# provides: pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock mtx_init mtx_destroy mtx_lock mtx_trylock mtx_unlock

void __tandem_errno(int);
void __tandem_refuse(void);

#define EAGAIN 11
#define EINVAL 22
#define EOVERFLOW 75
#define MOST 0x7fffffffu
#define DESTROYED (-1)

int sem_init(void *s, int shared, unsigned v)
{
	unsigned *value = s;
	if (v > MOST) {
		__tandem_errno(EINVAL);
		return -1;
	}
	*value = v;
	return 0;
}

int sem_destroy(void *s)
{
	unsigned *value = s;
	unsigned v = *value; /* it has to be there */
	return 0;
}

int sem_getvalue(void *s, int *v)
{
	unsigned *value = s;
	*v = *value;
	return 0;
}

int sem_post(void *s)
{
	unsigned *value = s;
	if (*value == MOST) {
		__tandem_errno(EOVERFLOW);
		return -1;
	}
	*value = *value + 1;
	return 0;
}

int sem_trywait(void *s)
{
	unsigned *value = s;
	if (*value == 0) {
		__tandem_errno(EAGAIN);
		return -1;
	}
	*value = *value - 1;
	return 0;
}

int sem_wait(void *s)
{
	unsigned *value = s;
	if (*value == 0)
		__tandem_refuse();
	*value = *value - 1;
	return 0;
}

int sem_timedwait(void *s, const void *t) { return sem_wait(s); }

int sem_clockwait(void *s, int clock, const void *t) { return sem_wait(s); }

int pthread_mutex_init(void *m, const void *attributes)
{
	int *locked = m;
	if (attributes)
		__tandem_refuse();
	*locked = 0;
	return 0;
}

int pthread_mutex_destroy(void *m)
{
	int *locked = m;
	if (*locked)
		__tandem_refuse();
	*locked = DESTROYED;
	return 0;
}

int pthread_mutex_lock(void *m)
{
	int *locked = m;
	if (*locked)
		__tandem_refuse();
	*locked = 1;
	return 0;
}

int pthread_mutex_trylock(void *m) { return pthread_mutex_lock(m); }

int pthread_mutex_unlock(void *m)
{
	int *locked = m;
	if (*locked != 1)
		__tandem_refuse();
	*locked = 0;
	return 0;
}

int mtx_init(void *m, int type)
{
	int *locked = m;
	*locked = 0;
	return 0;
}

void mtx_destroy(void *m) { pthread_mutex_destroy(m); }

int mtx_lock(void *m) { return pthread_mutex_lock(m); }

int mtx_trylock(void *m) { return pthread_mutex_lock(m); }

int mtx_unlock(void *m) { return pthread_mutex_unlock(m); }
