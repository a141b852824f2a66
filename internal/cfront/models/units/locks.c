/* Semaphores and locks of a process with one thread, as in glibc for x86; package cfront refuses programs that start
   another thread. The state is in the first words of an object. A call that would wait for ever is refused, and so
   is a use that POSIX leaves undefined: to unlock an unlocked lock, or to use a destroyed lock other than by
   initialising it again. No verdict relies on such a call. */
//# provides: sem_init sem_destroy sem_getvalue sem_post sem_trywait sem_wait sem_timedwait sem_clockwait
//# provides: pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock pthread_mutex_timedlock pthread_mutex_clocklock pthread_mutex_unlock
//# provides: pthread_mutex_consistent pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_gettype pthread_mutexattr_settype
//# provides: pthread_mutexattr_getpshared pthread_mutexattr_setpshared pthread_mutexattr_getrobust pthread_mutexattr_setrobust
//# provides: pthread_mutexattr_getprotocol pthread_mutexattr_setprotocol
//# provides: mtx_init mtx_destroy mtx_lock mtx_trylock mtx_timedlock mtx_unlock
//# provides: pthread_cond_init pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait
//# provides: pthread_condattr_init pthread_condattr_destroy pthread_condattr_getclock pthread_condattr_setclock pthread_condattr_getpshared pthread_condattr_setpshared
//# provides: cnd_init cnd_destroy cnd_signal cnd_broadcast cnd_wait cnd_timedwait
//# provides: pthread_rwlock_init pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_timedrdlock pthread_rwlock_clockrdlock
//# provides: pthread_rwlock_wrlock pthread_rwlock_trywrlock pthread_rwlock_timedwrlock pthread_rwlock_clockwrlock pthread_rwlock_unlock
//# provides: pthread_rwlockattr_init pthread_rwlockattr_destroy pthread_rwlockattr_getpshared pthread_rwlockattr_setpshared
//# provides: pthread_rwlockattr_getkind_np pthread_rwlockattr_setkind_np
//# provides: pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock pthread_spin_unlock
//# provides: pthread_barrier_init pthread_barrier_destroy pthread_barrier_wait pthread_barrierattr_init pthread_barrierattr_destroy
//# provides: pthread_barrierattr_getpshared pthread_barrierattr_setpshared

void __tandem_errno(int);
void __tandem_refuse(void);
void __tandem_waits(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#define EPERM 1
#define EAGAIN 11
#define EBUSY 16
#define EINVAL 22
#define EDEADLK 35
#define EOVERFLOW 75
#define ETIMEDOUT 110
#define MOST 0x7fffffffu

/* A time is two longs. The functions report an invalid time when they read it. */
static int is_time(const void *t)
{
	const long *part = t;
	return part[1] >= 0 && part[1] < 1000000000;
}

/* Whether a clock is realtime or monotonic. */
static int is_clock(int clock) { return clock == 0 || clock == 1; }

/* Semaphores. */

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
	unsigned v = *value; /* the argument must be valid */
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
		__tandem_waits();
	*value = *value - 1;
	return 0;
}

int sem_timedwait(void *s, const void *t)
{
	unsigned *value = s;
	if (!is_time(t)) {
		__tandem_errno(EINVAL);
		return -1;
	}
	if (*value == 0) {
		__tandem_errno(ETIMEDOUT);
		return -1;
	}
	*value = *value - 1;
	return 0;
}

int sem_clockwait(void *s, int clock, const void *t)
{
	if (!is_clock(clock)) {
		__tandem_errno(EINVAL);
		return -1;
	}
	return sem_timedwait(s, t);
}

/* Mutexes. The member kind has glibc's offset, since static initialisers set it. */

#define DESTROYED (-1)
#define RECURSIVE 1
#define ERRORCHECK 2
#define ROBUST 16
#define INHERIT 32

struct mutex {
	int lock;
	unsigned count;
	int owner;
#if __SIZEOF_POINTER__ == 8
	unsigned users;
#endif
	int kind;
};

#define ATTR_ROBUST 0x40000000
#define ATTR_PROTOCOL 28

int pthread_mutex_init(void *p, const void *attributes)
{
	struct mutex *m = p;
	int kind = 0;
	if (attributes) {
		const int *a = attributes;
		int protocol = *a >> ATTR_PROTOCOL & 3;
		if (protocol > 1) /* priorities are not modelled */
			__tandem_refuse();
		kind = *a & 3;
		if (*a & ATTR_ROBUST)
			kind |= ROBUST;
		if (protocol == 1)
			kind |= INHERIT;
	}
	m->lock = 0;
	m->count = 0;
	m->kind = kind;
	return 0;
}

int pthread_mutex_destroy(void *p)
{
	struct mutex *m = p;
	if (m->lock)
		__tandem_refuse();
	m->lock = DESTROYED;
	return 0;
}

/* Locks a mutex. The result is 0 or an error; EBUSY means that the call would wait. */
static int take(struct mutex *m)
{
	int kind = m->kind & 3;
	if (m->lock == 0) {
		m->lock = 1;
		m->count = 1;
		return 0;
	}
	if (m->lock != 1)
		__tandem_refuse();
	if (kind == RECURSIVE) {
		if (m->count == 0xffffffffu)
			return EAGAIN;
		m->count = m->count + 1;
		return 0;
	}
	return kind == ERRORCHECK ? EDEADLK : EBUSY;
}

int pthread_mutex_lock(void *m)
{
	int e = take(m);
	if (e == EBUSY)
		__tandem_waits();
	return e;
}

int pthread_mutex_trylock(void *p)
{
	struct mutex *m = p;
	int e = take(m);
	return e == EDEADLK && !(m->kind & (ROBUST | INHERIT)) ? EBUSY : e;
}

int pthread_mutex_timedlock(void *m, const void *t)
{
	int e = take(m);
	if (e == EBUSY)
		return is_time(t) ? ETIMEDOUT : EINVAL;
	return e;
}

int pthread_mutex_clocklock(void *m, int clock, const void *t)
{
	if (!is_clock(clock))
		return EINVAL;
	return pthread_mutex_timedlock(m, t);
}

int pthread_mutex_unlock(void *p)
{
	struct mutex *m = p;
	if (m->lock != 1) {
		if (m->lock != 0 || (m->kind & 3) != RECURSIVE && (m->kind & 3) != ERRORCHECK)
			__tandem_refuse();
		return EPERM;
	}
	if ((m->kind & 3) == RECURSIVE && m->count > 1) {
		m->count = m->count - 1;
		return 0;
	}
	m->lock = 0;
	m->count = 0;
	return 0;
}

/* No thread has died while it held a mutex. */
int pthread_mutex_consistent(void *p)
{
	struct mutex *m = p;
	int kind = m->kind;
	return EINVAL;
}

int pthread_mutexattr_init(void *p)
{
	int *a = p;
	*a = 0;
	return 0;
}

int pthread_mutexattr_destroy(void *p)
{
	int *a = p;
	int v = *a;
	return 0;
}

int pthread_mutexattr_gettype(const void *p, int *kind)
{
	const int *a = p;
	*kind = *a & 3;
	return 0;
}

int pthread_mutexattr_settype(void *p, int kind)
{
	int *a = p;
	if (kind < 0 || kind > 3)
		return EINVAL;
	*a = *a & ~3 | kind;
	return 0;
}

int pthread_mutexattr_getpshared(const void *p, int *shared)
{
	const int *a = p;
	*shared = *a < 0;
	return 0;
}

int pthread_mutexattr_setpshared(void *p, int shared)
{
	int *a = p;
	if (shared < 0 || shared > 1)
		return EINVAL;
	*a = shared ? *a | (int)0x80000000 : *a & 0x7fffffff;
	return 0;
}

int pthread_mutexattr_getrobust(const void *p, int *robust)
{
	const int *a = p;
	*robust = (*a & ATTR_ROBUST) != 0;
	return 0;
}

int pthread_mutexattr_setrobust(void *p, int robust)
{
	int *a = p;
	if (robust < 0 || robust > 1)
		return EINVAL;
	*a = robust ? *a | ATTR_ROBUST : *a & ~ATTR_ROBUST;
	return 0;
}

int pthread_mutexattr_getprotocol(const void *p, int *protocol)
{
	const int *a = p;
	*protocol = *a >> ATTR_PROTOCOL & 3;
	return 0;
}

int pthread_mutexattr_setprotocol(void *p, int protocol)
{
	int *a = p;
	if (protocol < 0 || protocol > 2)
		return EINVAL;
	*a = *a & ~(3 << ATTR_PROTOCOL) | protocol << ATTR_PROTOCOL;
	return 0;
}

/* The results of C's functions: success, busy, error, timed out. */

/* The result of C's function if POSIX's returns e. */
static int thrd(int e)
{
	return e == 0 ? 0 : e == EBUSY ? 1 : e == ETIMEDOUT ? 4 : 2;
}

int mtx_init(void *p, int type)
{
	struct mutex *m = p;
	if (type < 0 || type > 3)
		__tandem_refuse();
	m->lock = 0;
	m->count = 0;
	m->kind = type & 1;
	return 0;
}

void mtx_destroy(void *m) { pthread_mutex_destroy(m); }

int mtx_lock(void *m) { return thrd(pthread_mutex_lock(m)); }

int mtx_trylock(void *m) { return thrd(pthread_mutex_trylock(m)); }

int mtx_timedlock(void *m, const void *t) { return thrd(pthread_mutex_timedlock(m, t)); }

int mtx_unlock(void *m) { return thrd(pthread_mutex_unlock(m)); }

/* Condition variables. No other thread signals while the thread waits. It may wake up without a signal, as POSIX
   allows, or never, as with glibc. The input that decides is approximate, so that a run that continues is no
   evidence. */

/* Refuses a condition variable that was destroyed. */
static void there(const int *c)
{
	if (*c == DESTROYED)
		__tandem_refuse();
}

/* Whether the thread wakes up before the timeout. */
static int wakes(void) { return __VERIFIER_nondet_int() != 0; }

/* Releases the mutex for a wait, and locks it again: an error if the thread does not hold it. */
static int away(struct mutex *m)
{
	if (m->lock == 1)
		return 0;
	if (m->lock != 0 || (m->kind & 3) != RECURSIVE && (m->kind & 3) != ERRORCHECK)
		__tandem_refuse();
	return EPERM;
}

int pthread_cond_init(void *p, const void *attributes)
{
	int *c = p;
	*c = 0;
	return 0;
}

int pthread_cond_destroy(void *p)
{
	int *c = p;
	there(c);
	*c = DESTROYED;
	return 0;
}

int pthread_cond_signal(void *c)
{
	there(c);
	return 0;
}

int pthread_cond_broadcast(void *c)
{
	there(c);
	return 0;
}

int pthread_cond_wait(void *c, void *m)
{
	int e;
	there(c);
	e = away(m);
	if (e == 0)
		__VERIFIER_assume(wakes());
	return e;
}

int pthread_cond_timedwait(void *c, void *m, const void *t)
{
	int e;
	there(c);
	if (!is_time(t))
		return EINVAL;
	e = away(m);
	if (e == 0 && !wakes())
		return ETIMEDOUT;
	return e;
}

int pthread_cond_clockwait(void *c, void *m, int clock, const void *t)
{
	if (!is_time(t) || !is_clock(clock))
		return EINVAL;
	return pthread_cond_timedwait(c, m, t);
}

int pthread_condattr_init(void *p)
{
	int *a = p;
	*a = 0;
	return 0;
}

int pthread_condattr_destroy(void *p)
{
	int *a = p;
	int v = *a;
	return 0;
}

int pthread_condattr_getclock(const void *p, int *clock)
{
	const int *a = p;
	*clock = *a >> 1 & 1;
	return 0;
}

int pthread_condattr_setclock(void *p, int clock)
{
	int *a = p;
	if (!is_clock(clock))
		return EINVAL;
	*a = *a & ~2 | clock << 1;
	return 0;
}

int pthread_condattr_getpshared(const void *p, int *shared)
{
	const int *a = p;
	*shared = *a & 1;
	return 0;
}

int pthread_condattr_setpshared(void *p, int shared)
{
	int *a = p;
	if (shared < 0 || shared > 1)
		return EINVAL;
	*a = *a & ~1 | shared;
	return 0;
}

int cnd_init(void *c) { return pthread_cond_init(c, 0); }

void cnd_destroy(void *c) { pthread_cond_destroy(c); }

int cnd_signal(void *c) { return pthread_cond_signal(c); }

int cnd_broadcast(void *c) { return pthread_cond_broadcast(c); }

int cnd_wait(void *c, void *m) { return thrd(pthread_cond_wait(c, m)); }

int cnd_timedwait(void *c, void *m, const void *t) { return thrd(pthread_cond_timedwait(c, m, t)); }

/* Read-write locks. */

struct rwlock {
	unsigned readers;
	int writer;
};

#define GONE 0xffffffffu
#define READERS 0x0fffffffu

/* Refuses a lock that was destroyed or not initialised. */
static void there_rw(const struct rwlock *l)
{
	if (l->readers > READERS || l->writer != 0 && l->writer != 1)
		__tandem_refuse();
}

int pthread_rwlock_init(void *p, const void *attributes)
{
	struct rwlock *l = p;
	l->readers = 0;
	l->writer = 0;
	return 0;
}

int pthread_rwlock_destroy(void *p)
{
	struct rwlock *l = p;
	if (l->readers != 0 || l->writer != 0)
		__tandem_refuse();
	l->readers = GONE;
	return 0;
}

/* Locks for reading; the result is 0 or an error. */
static int read_lock(struct rwlock *l)
{
	there_rw(l);
	if (l->writer)
		return EDEADLK;
	if (l->readers == READERS)
		return EAGAIN;
	l->readers = l->readers + 1;
	return 0;
}

/* Locks for writing. The result is 0 or an error; EBUSY means that the call would wait. */
static int write_lock(struct rwlock *l)
{
	there_rw(l);
	if (l->writer)
		return EDEADLK;
	if (l->readers != 0)
		return EBUSY;
	l->writer = 1;
	return 0;
}

int pthread_rwlock_rdlock(void *l) { return read_lock(l); }

int pthread_rwlock_tryrdlock(void *l)
{
	int e = read_lock(l);
	return e == EDEADLK ? EBUSY : e;
}

int pthread_rwlock_timedrdlock(void *l, const void *t) { return is_time(t) ? read_lock(l) : EINVAL; }

int pthread_rwlock_clockrdlock(void *l, int clock, const void *t)
{
	return is_time(t) && is_clock(clock) ? read_lock(l) : EINVAL;
}

int pthread_rwlock_wrlock(void *l)
{
	int e = write_lock(l);
	if (e == EBUSY)
		__tandem_waits();
	return e;
}

int pthread_rwlock_trywrlock(void *l)
{
	int e = write_lock(l);
	return e == EDEADLK ? EBUSY : e;
}

int pthread_rwlock_timedwrlock(void *l, const void *t)
{
	int e = EINVAL;
	if (is_time(t))
		e = write_lock(l);
	return e == EBUSY ? ETIMEDOUT : e;
}

int pthread_rwlock_clockwrlock(void *l, int clock, const void *t)
{
	return is_clock(clock) ? pthread_rwlock_timedwrlock(l, t) : EINVAL;
}

int pthread_rwlock_unlock(void *p)
{
	struct rwlock *l = p;
	there_rw(l);
	if (l->writer) {
		l->writer = 0;
		return 0;
	}
	if (l->readers == 0)
		__tandem_refuse();
	l->readers = l->readers - 1;
	return 0;
}

struct rwlockattr {
	int kind, shared;
};

int pthread_rwlockattr_init(void *p)
{
	struct rwlockattr *a = p;
	a->kind = 0;
	a->shared = 0;
	return 0;
}

int pthread_rwlockattr_destroy(void *p)
{
	struct rwlockattr *a = p;
	int v = a->kind;
	return 0;
}

int pthread_rwlockattr_getpshared(const void *p, int *shared)
{
	const struct rwlockattr *a = p;
	*shared = a->shared;
	return 0;
}

int pthread_rwlockattr_setpshared(void *p, int shared)
{
	struct rwlockattr *a = p;
	if (shared < 0 || shared > 1)
		return EINVAL;
	a->shared = shared;
	return 0;
}

int pthread_rwlockattr_getkind_np(const void *p, int *kind)
{
	const struct rwlockattr *a = p;
	*kind = a->kind;
	return 0;
}

int pthread_rwlockattr_setkind_np(void *p, int kind)
{
	struct rwlockattr *a = p;
	if (kind < 0 || kind > 2)
		return EINVAL;
	a->kind = kind;
	return 0;
}

/* Spin locks: 1 is unlocked, 0 is locked. */

/* Refuses a lock that was destroyed or not initialised. */
static void there_spin(const volatile int *s)
{
	if (*s != 0 && *s != 1)
		__tandem_refuse();
}

int pthread_spin_init(volatile int *s, int shared)
{
	*s = 1;
	return 0;
}

int pthread_spin_destroy(volatile int *s)
{
	if (*s != 1)
		__tandem_refuse();
	*s = DESTROYED;
	return 0;
}

int pthread_spin_lock(volatile int *s)
{
	there_spin(s);
	if (*s == 0)
		__tandem_waits();
	*s = 0;
	return 0;
}

int pthread_spin_trylock(volatile int *s)
{
	there_spin(s);
	if (*s == 0)
		return EBUSY;
	*s = 0;
	return 0;
}

int pthread_spin_unlock(volatile int *s)
{
	if (*s != 0)
		__tandem_refuse();
	*s = 1;
	return 0;
}

/* Barriers. */

struct barrier {
	unsigned in, round, count;
};

int pthread_barrier_init(void *p, const void *attributes, unsigned count)
{
	struct barrier *b = p;
	if (count == 0 || count >= MOST)
		return EINVAL;
	b->in = 0;
	b->round = 0;
	b->count = count;
	return 0;
}

int pthread_barrier_destroy(void *p)
{
	struct barrier *b = p;
	if (b->count == 0)
		__tandem_refuse();
	b->count = 0;
	return 0;
}

int pthread_barrier_wait(void *p)
{
	struct barrier *b = p;
	if (b->count == 0)
		__tandem_refuse();
	if (b->count != 1)
		__tandem_waits();
	return -1;
}

int pthread_barrierattr_init(void *p)
{
	int *a = p;
	*a = 0;
	return 0;
}

int pthread_barrierattr_destroy(void *p)
{
	int *a = p;
	int v = *a;
	return 0;
}

int pthread_barrierattr_getpshared(const void *p, int *shared)
{
	const int *a = p;
	*shared = *a;
	return 0;
}

int pthread_barrierattr_setpshared(void *p, int shared)
{
	int *a = p;
	if (shared < 0 || shared > 1)
		return EINVAL;
	*a = shared;
	return 0;
}
