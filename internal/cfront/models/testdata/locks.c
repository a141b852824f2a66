/* Compares the models of locks with the C library: random calls of both on locks of all kinds. If a model waits or
   refuses, the library is not called. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static jmp_buf out;
void __tandem_errno(int e) { errno = e; }
void __tandem_refuse(void) { longjmp(out, 1); }
void __tandem_waits(void) { longjmp(out, 2); }
int __VERIFIER_nondet_int(void) { return 0; } /* no thread wakes up */
void __VERIFIER_assume(int c) { if (!c) longjmp(out, 3); }

static int calls, waits;
static int below(int n) { return (int)((unsigned)rand() >> 4) % n; }

#define TIMES 4
static const struct timespec times[TIMES] = {{0, 0}, {1, 999999999}, {1, 1000000000}, {1, -1}};

/* Calls both functions if the model returns a result. */
#define BOTH(model, real) do { \
	calls++; \
	memcpy(saved, state, sizeof saved); \
	if (setjmp(out)) { \
		waits++; \
		memcpy(state, saved, sizeof saved); \
		break; \
	} \
	errno = 0; \
	long is_ = (model); \
	int with_ = errno; \
	errno = 0; \
	long was_ = (real); \
	if (is_ != was_ || with_ != errno) { \
		printf("%s: %ld, %d; %s: %ld, %d\n", #model, is_, with_, #real, was_, errno); \
		exit(1); \
	} \
} while (0)

int m_sem_init(void *, int, unsigned), m_sem_destroy(void *), m_sem_getvalue(void *, int *), m_sem_post(void *), m_sem_trywait(void *), m_sem_wait(void *);
int m_sem_timedwait(void *, const void *), m_sem_clockwait(void *, int, const void *);
int m_pthread_mutex_init(void *, const void *), m_pthread_mutex_destroy(void *), m_pthread_mutex_lock(void *), m_pthread_mutex_trylock(void *);
int m_pthread_mutex_timedlock(void *, const void *), m_pthread_mutex_clocklock(void *, int, const void *), m_pthread_mutex_unlock(void *), m_pthread_mutex_consistent(void *);
int m_pthread_mutexattr_init(void *), m_pthread_mutexattr_destroy(void *), m_pthread_mutexattr_settype(void *, int), m_pthread_mutexattr_gettype(const void *, int *);
int m_pthread_mutexattr_setpshared(void *, int), m_pthread_mutexattr_getpshared(const void *, int *), m_pthread_mutexattr_setrobust(void *, int), m_pthread_mutexattr_getrobust(const void *, int *);
int m_pthread_mutexattr_setprotocol(void *, int), m_pthread_mutexattr_getprotocol(const void *, int *);
int m_mtx_init(void *, int), m_mtx_lock(void *), m_mtx_trylock(void *), m_mtx_timedlock(void *, const void *), m_mtx_unlock(void *);
void m_mtx_destroy(void *);
int m_pthread_cond_init(void *, const void *), m_pthread_cond_destroy(void *), m_pthread_cond_signal(void *), m_pthread_cond_broadcast(void *), m_pthread_cond_wait(void *, void *);
int m_pthread_cond_timedwait(void *, void *, const void *), m_pthread_cond_clockwait(void *, void *, int, const void *);
int m_pthread_condattr_init(void *), m_pthread_condattr_setclock(void *, int), m_pthread_condattr_getclock(const void *, int *), m_pthread_condattr_setpshared(void *, int), m_pthread_condattr_getpshared(const void *, int *);
int m_cnd_init(void *), m_cnd_signal(void *), m_cnd_broadcast(void *), m_cnd_timedwait(void *, void *, const void *);
int m_pthread_rwlock_init(void *, const void *), m_pthread_rwlock_destroy(void *), m_pthread_rwlock_rdlock(void *), m_pthread_rwlock_tryrdlock(void *), m_pthread_rwlock_timedrdlock(void *, const void *);
int m_pthread_rwlock_clockrdlock(void *, int, const void *), m_pthread_rwlock_wrlock(void *), m_pthread_rwlock_trywrlock(void *), m_pthread_rwlock_timedwrlock(void *, const void *);
int m_pthread_rwlock_clockwrlock(void *, int, const void *), m_pthread_rwlock_unlock(void *);
int m_pthread_rwlockattr_init(void *), m_pthread_rwlockattr_setkind_np(void *, int), m_pthread_rwlockattr_getkind_np(const void *, int *), m_pthread_rwlockattr_setpshared(void *, int), m_pthread_rwlockattr_getpshared(const void *, int *);
int m_pthread_spin_init(volatile int *, int), m_pthread_spin_destroy(volatile int *), m_pthread_spin_lock(volatile int *), m_pthread_spin_trylock(volatile int *), m_pthread_spin_unlock(volatile int *);
int m_pthread_barrier_init(void *, const void *, unsigned), m_pthread_barrier_destroy(void *), m_pthread_barrier_wait(void *);
int m_pthread_barrierattr_init(void *), m_pthread_barrierattr_setpshared(void *, int), m_pthread_barrierattr_getpshared(const void *, int *);
int m_pthread_once(int *, void (*)(void));
void m_call_once(void *, void (*)(void));
int m_pthread_key_create(unsigned *, void (*)(void *)), m_pthread_key_delete(unsigned), m_pthread_setspecific(unsigned, const void *);
void *m_pthread_getspecific(unsigned);
int m_tss_create(unsigned *, void (*)(void *)), m_tss_set(unsigned, void *);
void *m_tss_get(unsigned);
void m_tss_delete(unsigned);
unsigned long m_pthread_self(void), m_thrd_current(void);
int m_pthread_equal(unsigned long, unsigned long), m_thrd_equal(unsigned long, unsigned long);
int m_pthread_setcancelstate(int, int *), m_pthread_setcanceltype(int, int *), m_pthread_yield(void);

static void semaphores(int n)
{
	static char state[64], saved[64];
	sem_t real;
	unsigned v = below(4) ? below(4) : 0x7fffffffu + below(2);
	int v1, v2;
	if (m_sem_init(state, 0, v) != sem_init(&real, 0, v)) printf("sem_init\n"), exit(1);
	if (v > 0x7fffffffu) return;
	while (n--) {
		int t = below(TIMES), clock = below(4);
		switch (below(6)) {
		case 0: BOTH(m_sem_post(state), sem_post(&real)); break;
		case 1: BOTH(m_sem_trywait(state), sem_trywait(&real)); break;
		case 2: BOTH(m_sem_wait(state), sem_wait(&real)); break;
		case 3: BOTH((m_sem_getvalue(state, &v1), v1), (sem_getvalue(&real, &v2), v2)); break;
		case 4: BOTH(m_sem_timedwait(state, &times[t]), sem_timedwait(&real, &times[t])); break;
		case 5: BOTH(m_sem_clockwait(state, clock, &times[t]), sem_clockwait(&real, clock, &times[t])); break;
		}
	}
}

#define ATTRIBUTE(kind, what, v) do { \
	int g1 = 0, g2 = 0; \
	BOTH(m_pthread_##kind##_set##what(state, v), pthread_##kind##_set##what(&a, v)); \
	BOTH((m_pthread_##kind##_get##what(state, &g1), g1), (pthread_##kind##_get##what(&a, &g2), g2)); \
} while (0)

static void mutexes(int n)
{
	static char state[128], saved[128], attributes[16];
	pthread_mutex_t real;
	pthread_mutexattr_t a;
	static pthread_mutex_t initial[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP};
	pthread_cond_t real_cond = PTHREAD_COND_INITIALIZER;
	if (below(3) == 0) {
		real = initial[below(4)];
		memcpy(state, &real, sizeof real);
	} else if (below(3) == 0) {
		if (m_pthread_mutex_init(state, 0) != pthread_mutex_init(&real, 0)) printf("pthread_mutex_init\n"), exit(1);
	} else {
		m_pthread_mutexattr_init(state);
		pthread_mutexattr_init(&a);
		for (int i = below(6); i--; ) {
			int v = below(6) - 1, which = below(8);
			if (which < 5) ATTRIBUTE(mutexattr, type, v);
			else if (which == 5) ATTRIBUTE(mutexattr, pshared, v);
			else if (which == 6) ATTRIBUTE(mutexattr, robust, v);
			else ATTRIBUTE(mutexattr, protocol, v);
		}
		memcpy(attributes, state, sizeof attributes);
		int protocol;
		pthread_mutexattr_getprotocol(&a, &protocol);
		if (protocol == 2) return;
		if (m_pthread_mutex_init(state, attributes) != pthread_mutex_init(&real, &a)) printf("pthread_mutex_init with attributes\n"), exit(1);
	}
	memset(state + 64, 0, 64);
	while (n--) {
		int t = below(TIMES), clock = below(4);
		switch (below(10)) {
		case 0: case 1: BOTH(m_pthread_mutex_lock(state), pthread_mutex_lock(&real)); break;
		case 2: BOTH(m_pthread_mutex_trylock(state), pthread_mutex_trylock(&real)); break;
		case 3: case 4: BOTH(m_pthread_mutex_unlock(state), pthread_mutex_unlock(&real)); break;
		case 5: BOTH(m_pthread_mutex_timedlock(state, &times[t]), pthread_mutex_timedlock(&real, &times[t])); break;
		case 6: BOTH(m_pthread_mutex_clocklock(state, below(2), &times[t]), pthread_mutex_clocklock(&real, 0, &times[t])); break;
		case 7: BOTH(m_pthread_cond_timedwait(state + 64, state, &times[t]), pthread_cond_timedwait(&real_cond, &real, &times[t])); break;
		case 8: BOTH(m_pthread_cond_clockwait(state + 64, state, clock, &times[t]), pthread_cond_clockwait(&real_cond, &real, clock, &times[t])); break;
		case 9:
			BOTH(m_pthread_cond_signal(state + 64), pthread_cond_signal(&real_cond));
			BOTH(m_pthread_cond_broadcast(state + 64), pthread_cond_broadcast(&real_cond));
			BOTH(m_pthread_cond_wait(state + 64, state), pthread_cond_wait(&real_cond, &real));
			break;
		}
	}
}

static void of_c(int n)
{
	static char state[128], saved[128];
	mtx_t real;
	cnd_t cond;
	int type = below(4);
	if (m_mtx_init(state, type) != mtx_init(&real, type)) printf("mtx_init %d\n", type), exit(1);
	BOTH(m_cnd_init(state + 64), cnd_init(&cond));
	while (n--) {
		int t = below(TIMES);
		switch (below(7)) {
		case 0: case 1: BOTH(m_mtx_lock(state), mtx_lock(&real)); break;
		case 2: BOTH(m_mtx_trylock(state), mtx_trylock(&real)); break;
		case 3: case 4: BOTH(m_mtx_unlock(state), mtx_unlock(&real)); break;
		case 5: BOTH(m_mtx_timedlock(state, &times[t]), mtx_timedlock(&real, &times[t])); break;
		case 6:
			BOTH(m_cnd_signal(state + 64), cnd_signal(&cond));
			BOTH(m_cnd_timedwait(state + 64, state, &times[t]), cnd_timedwait(&cond, &real, &times[t]));
			break;
		}
	}
}

static void rwlocks(int n)
{
	static char state[64], saved[64], attributes[16];
	pthread_rwlock_t real;
	pthread_rwlockattr_t a;
	m_pthread_rwlockattr_init(state);
	pthread_rwlockattr_init(&a);
	for (int i = below(4); i--; ) {
		int v = below(5) - 1;
		if (below(2)) ATTRIBUTE(rwlockattr, pshared, v);
		else {
			int g1, g2;
			BOTH(m_pthread_rwlockattr_setkind_np(state, v), pthread_rwlockattr_setkind_np(&a, v));
			BOTH((m_pthread_rwlockattr_getkind_np(state, &g1), g1), (pthread_rwlockattr_getkind_np(&a, &g2), g2));
		}
	}
	memcpy(attributes, state, sizeof attributes);
	m_pthread_rwlock_init(state, attributes);
	pthread_rwlock_init(&real, &a);
	while (n--) {
		int t = below(TIMES), clock = below(4);
		switch (below(10)) {
		case 0: BOTH(m_pthread_rwlock_rdlock(state), pthread_rwlock_rdlock(&real)); break;
		case 1: BOTH(m_pthread_rwlock_tryrdlock(state), pthread_rwlock_tryrdlock(&real)); break;
		case 2: BOTH(m_pthread_rwlock_timedrdlock(state, &times[t]), pthread_rwlock_timedrdlock(&real, &times[t])); break;
		case 3: BOTH(m_pthread_rwlock_clockrdlock(state, clock, &times[t]), pthread_rwlock_clockrdlock(&real, clock, &times[t])); break;
		case 4: BOTH(m_pthread_rwlock_wrlock(state), pthread_rwlock_wrlock(&real)); break;
		case 5: BOTH(m_pthread_rwlock_trywrlock(state), pthread_rwlock_trywrlock(&real)); break;
		case 6: BOTH(m_pthread_rwlock_timedwrlock(state, &times[t]), pthread_rwlock_timedwrlock(&real, &times[t])); break;
		case 7: BOTH(m_pthread_rwlock_clockwrlock(state, clock, &times[t]), pthread_rwlock_clockwrlock(&real, clock, &times[t])); break;
		default: BOTH(m_pthread_rwlock_unlock(state), pthread_rwlock_unlock(&real)); break;
		}
	}
}

static void others(int n)
{
	static char state[64], saved[64];
	pthread_spinlock_t spin;
	pthread_barrier_t barrier;
	pthread_condattr_t a;
	int *s = (int *)state;
	m_pthread_spin_init(s, 0), pthread_spin_init(&spin, 0);
	for (int i = 0; i < n; i++)
		switch (below(3)) {
		case 0: BOTH(m_pthread_spin_lock(s), pthread_spin_lock(&spin)); break;
		case 1: BOTH(m_pthread_spin_trylock(s), pthread_spin_trylock(&spin)); break;
		case 2: BOTH(m_pthread_spin_unlock(s), pthread_spin_unlock(&spin)); break;
		}
	unsigned count = below(3) ? below(3) : 0x7ffffffeu + below(3);
	int r = m_pthread_barrier_init(state, 0, count);
	if (r != pthread_barrier_init(&barrier, 0, count)) printf("pthread_barrier_init %u\n", count), exit(1);
	if (!r) {
		BOTH(m_pthread_barrier_wait(state), pthread_barrier_wait(&barrier));
		BOTH(m_pthread_barrier_wait(state), pthread_barrier_wait(&barrier));
		BOTH(m_pthread_barrier_destroy(state), pthread_barrier_destroy(&barrier));
	}
	m_pthread_condattr_init(state), pthread_condattr_init(&a);
	for (int i = below(5); i--; ) {
		int v = below(4) - 1, g1, g2;
		if (below(2)) ATTRIBUTE(condattr, pshared, v);
		else {
			BOTH(m_pthread_condattr_setclock(state, v), pthread_condattr_setclock(&a, v));
			BOTH((m_pthread_condattr_getclock(state, &g1), g1), (pthread_condattr_getclock(&a, &g2), g2));
		}
	}
	BOTH(m_pthread_equal(m_pthread_self(), m_thrd_current()), pthread_equal(pthread_self(), thrd_current()));
	BOTH(m_pthread_equal(m_pthread_self(), 0), pthread_equal(pthread_self(), 0));
	BOTH(m_pthread_yield(), pthread_yield());
	for (int i = below(5); i--; ) {
		int v = below(4) - 1, o1 = 7, o2 = 7;
		BOTH(m_pthread_setcancelstate(v, &o1), pthread_setcancelstate(v, &o2));
		BOTH(o1, o2);
		v = below(4) - 1, o1 = o2 = 7;
		BOTH(m_pthread_setcanceltype(v, &o1), pthread_setcanceltype(v, &o2));
		BOTH(o1, o2);
	}
}

static int done;
static void once(void) { done++; }

static void onces(void)
{
	static char state[64], saved[64];
	pthread_once_t control = PTHREAD_ONCE_INIT;
	once_flag flag = ONCE_FLAG_INIT;
	memset(state, 0, sizeof state);
	for (int i = 0; i < 3; i++) {
		BOTH((done = 0, m_pthread_once((int *)state, once), done), (done = 0, pthread_once(&control, once), done));
		BOTH((done = 0, m_call_once(state + 8, once), done), (done = 0, call_once(&flag, once), done));
	}
}

/* Makes n random calls on thread-specific data in both. */
static void specific(int n)
{
	static char state[64], saved[64], values[8];
	static unsigned keys[1100];
	static int used[1100];
	static int many;
	while (n--) {
		unsigned k1 = 0, k2 = 0, k = below(20) ? below(8) : below(3000);
		void *v = below(3) ? &values[below(8)] : 0;
		switch (below(6)) {
		case 0:
			BOTH(m_pthread_key_create(&k1, 0), pthread_key_create(&k2, 0));
			BOTH(k1, k2);
			break;
		case 1: BOTH(m_pthread_key_delete(k), pthread_key_delete(k)); break;
		case 2: BOTH(m_pthread_setspecific(k, v), pthread_setspecific(k, v)); break;
		case 3: BOTH((long)m_pthread_getspecific(k), (long)pthread_getspecific(k)); break;
		case 4: BOTH(m_tss_set(k, v), tss_set(k, v)); break;
		case 5: BOTH((long)m_tss_get(k), (long)tss_get(k)); break;
		}
	}
}

static void all_keys(void)
{
	static char state[64], saved[64];
	for (int i = 0; i < 1100; i++) {
		unsigned k1 = 0, k2 = 0;
		BOTH(m_tss_create(&k1, 0), tss_create(&k2, 0));
		BOTH(k1, k2);
	}
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 500;
	srand(7);
	for (int i = 0; i < n; i++) {
		semaphores(below(20));
		mutexes(below(30));
		of_c(below(20));
		rwlocks(below(30));
		others(below(10));
		onces();
		specific(below(30));
	}
	all_keys();
	if (waits * 3 > calls * 2) {
		printf("%d of %d calls wait\n", waits, calls);
		return 1;
	}
	return 0;
}
