/* Functions on threads in a process with one thread: calls that are made once, thread-specific data, the thread's
   name, and cancellation, which never happens. */
//# provides: pthread_once call_once pthread_key_create pthread_key_delete pthread_getspecific pthread_setspecific tss_create tss_delete tss_get tss_set
//# provides: pthread_self pthread_equal pthread_setname_np thrd_current thrd_equal thrd_yield pthread_yield sched_yield
//# provides: pthread_atfork pthread_setcancelstate pthread_setcanceltype pthread_testcancel

void __tandem_refuse(void);

#define EAGAIN 11
#define EINVAL 22
#define ERANGE 34

/* *once is 0 before the call of f, 1 during it, and 2 after it. If it is 1, either f calls pthread_once, which waits for
   ever, or a longjmp has left f, after which glibc calls f again. */
int pthread_once(int *once, void (*f)(void))
{
	if (*once == 2)
		return 0;
	if (*once == 1)
		__tandem_refuse();
	*once = 1;
	f();
	*once = 2;
	return 0;
}

void call_once(void *once, void (*f)(void)) { pthread_once(once, f); }

/* Keys are numbers; a new key gets the least free one. No destructor runs: main returns without calling them, and so
   does exit. */
#define KEYS 1024

static struct {
	int used;
	const void *value;
} keys[KEYS];
static unsigned made; /* no key from this one on was ever used */

int pthread_key_create(unsigned *key, void (*destructor)(void *))
{
	unsigned k = 0;
	while (k < made && keys[k].used)
		k++;
	if (k == KEYS)
		return EAGAIN;
	if (k == made)
		made++;
	keys[k].used = 1;
	keys[k].value = 0;
	*key = k;
	return 0;
}

int pthread_key_delete(unsigned key)
{
	if (key >= KEYS || !keys[key].used)
		return EINVAL;
	keys[key].used = 0;
	keys[key].value = 0;
	return 0;
}

void *pthread_getspecific(unsigned key)
{
	if (key >= KEYS)
		return 0;
	return (void *)keys[key].value;
}

int pthread_setspecific(unsigned key, const void *value)
{
	if (key >= KEYS || !keys[key].used)
		return EINVAL;
	keys[key].value = value;
	return 0;
}

int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor) ? 2 : 0; }

void tss_delete(unsigned key) { pthread_key_delete(key); }

void *tss_get(unsigned key) { return pthread_getspecific(key); }

int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) ? 2 : 0; }

/* The thread is identified by the address of the library's data on it. */
static long self[8];

unsigned long pthread_self(void) { return (unsigned long)self; }

unsigned long thrd_current(void) { return (unsigned long)self; }

int pthread_equal(unsigned long a, unsigned long b) { return a == b; }

int thrd_equal(unsigned long a, unsigned long b) { return a == b; }

void thrd_yield(void) {}

int pthread_yield(void) { return 0; }

int sched_yield(void) { return 0; }

/* Sets the name of the thread: at most 15 characters. */
int pthread_setname_np(unsigned long thread, const char *name)
{
	if (thread != (unsigned long)self)
		__tandem_refuse();
	return __builtin_strlen(name) > 15 ? ERANGE : 0;
}

/* The functions are never called, since fork is refused. */
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) { return 0; }

static int cancel_state, cancel_type;

int pthread_setcancelstate(int state, int *old)
{
	if (state < 0 || state > 1)
		return EINVAL;
	if (old)
		*old = cancel_state;
	cancel_state = state;
	return 0;
}

int pthread_setcanceltype(int type, int *old)
{
	if (type < 0 || type > 1)
		return EINVAL;
	if (old)
		*old = cancel_type;
	cancel_type = type;
	return 0;
}

void pthread_testcancel(void) {}
