/* Signals (7.14) that the program raises itself; no others arrive. A blocked signal stays pending. If several are
   unblocked at once, Linux begins with the least number, and therefore calls its handler last. */
//# provides: signal ssignal sysv_signal __sysv_signal sigaction raise gsignal sigprocmask pthread_sigmask sigpending sigsuspend sigwait
//# provides: sigemptyset sigfillset sigaddset sigdelset sigismember sigisemptyset sigandset sigorset siginterrupt
//# provides: sighold sigrelse sigignore sigblock sigsetmask siggetmask
//# provides: __tandem_signal __tandem_abort __tandem_signal_mask __tandem_set_signal_mask __libc_current_sigrtmin __libc_current_sigrtmax

typedef void (*handler)(int);
typedef unsigned long long set64;
void __tandem_errno(int e);
void __tandem_refuse(void);
void _Exit(int);

#define EINTR 4
#define EINVAL 22
#define SIG_DFL ((handler)0)
#define SIG_IGN ((handler)1)
#define SIG_ERR ((handler)-1)
#define SA_SIGINFO 4
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SA_RESTART 0x10000000
#define SIGABRT 6
#define SIGKILL 9
#define SIGSTOP 19

typedef struct { unsigned long v[1024 / (8 * sizeof(unsigned long))]; } sigset;
struct sigaction {
	handler h;
	sigset mask;
	int flags;
	void (*restorer)(void);
};

/* The action of a signal; CALLS has a handler. */
enum { DEFAULT, IGNORES, CALLS };
static struct { int kind; handler h; set64 mask; int flags; } act[65];
static set64 blocked, pending;

static set64 bit(int s) { return 1ull << (s - 1); }
static set64 unblockable(void) { return bit(SIGKILL) | bit(SIGSTOP); }

/* The signals in a set. */
static set64 get(const sigset *s)
{
	return sizeof(long) == 8 ? s->v[0] : s->v[0] | (set64)s->v[1] << 32;
}

/* Sets a set. */
static void put(sigset *s, set64 v)
{
	s->v[0] = (unsigned long)v;
	if (sizeof(long) == 4)
		s->v[1] = (unsigned long)(v >> 32);
}

/* Whether s is the number of a signal; sets errno if not. */
static int valid(int s)
{
	if (s >= 1 && s <= 64 && s != 32 && s != 33)
		return 1;
	__tandem_errno(EINVAL);
	return 0;
}

/* The default action of a signal: 0 nothing, 1 end the process, 2 stop it. */
static int by_default(int s)
{
	if (s == 17 || s == 18 || s == 23 || s == 28)
		return 0;
	return s >= 19 && s <= 22 ? 2 : 1;
}

/* Whether a signal has no effect. */
static int ignored(int s) { return act[s].kind == IGNORES || act[s].kind == DEFAULT && by_default(s) == 0; }
/* The handler of a signal as signal returns it. */
static handler handler_of(int s) { return act[s].kind == CALLS ? act[s].h : act[s].kind == IGNORES ? SIG_IGN : SIG_DFL; }

static void deliver(void);

/* Does the action of signal s. If more is set, other pending signals are delivered before its handler runs. */
static void act_on(int s, int more)
{
	handler h = act[s].h;
	set64 saved = blocked;
	if (ignored(s))
		return;
	if (act[s].kind == DEFAULT) {
		if (by_default(s) == 2)
			__tandem_refuse();
		_Exit(128);
	}
	blocked |= act[s].mask;
	if (!(act[s].flags & SA_NODEFER))
		blocked |= bit(s);
	if (act[s].flags & SA_RESETHAND)
		act[s].kind = DEFAULT;
	if (more)
		deliver();
	h(s);
	blocked = saved;
}

static void deliver(void)
{
	while (pending & ~blocked) {
		int s = 1;
		while (!(pending & ~blocked & bit(s)))
			s++;
		pending &= ~bit(s);
		act_on(s, 1);
	}
}

int raise(int s)
{
	if (s == 0)
		return 0;
	if (s < 0 || s > 64) {
		__tandem_errno(EINVAL);
		return -1;
	}
	if (s == SIGKILL)
		_Exit(137);
	if (s == SIGSTOP || s >= 32) /* real-time signals are queued, which is not modelled */
		__tandem_refuse();
	if (blocked & bit(s)) {
		pending |= bit(s);
		return 0;
	}
	act_on(s, 0);
	deliver();
	return 0;
}

int gsignal(int s) { return raise(s); }

/* Whether s is raised by a fault of the program. Faults are not modelled, so a handler for s is refused. */
static int fault(int s) { return s == 4 || s == 5 || s == 7 || s == 8 || s == 11; }

/* The kind of a handler that signal gets. */
static int kind_of(handler h) { return h == SIG_DFL ? DEFAULT : h == SIG_IGN ? IGNORES : CALLS; }

/* Sets the action of a signal and returns the old handler. */
static handler change(int s, int kind, handler h, set64 mask, int flags)
{
	handler old = handler_of(s);
	if (kind == CALLS && (fault(s) || flags & SA_SIGINFO))
		__tandem_refuse();
	act[s].kind = kind;
	act[s].h = h;
	act[s].mask = mask & ~unblockable();
	act[s].flags = flags;
	if (ignored(s))
		pending &= ~bit(s);
	return old;
}

/* signal, with a handler whose kind is known. */
handler __tandem_signal(int s, int kind, handler h)
{
	if (!valid(s) || s == SIGKILL || s == SIGSTOP) {
		__tandem_errno(EINVAL);
		return SIG_ERR;
	}
	return change(s, kind, h, bit(s), SA_RESTART);
}

handler signal(int s, handler h)
{
	if (h == SIG_ERR) {
		__tandem_errno(EINVAL);
		return SIG_ERR;
	}
	return __tandem_signal(s, kind_of(h), h);
}

handler ssignal(int s, handler h) { return signal(s, h); }
handler sysv_signal(int s, handler h)
{
	if (h == SIG_ERR || !valid(s) || s == SIGKILL || s == SIGSTOP) {
		__tandem_errno(EINVAL);
		return SIG_ERR;
	}
	return change(s, kind_of(h), h, 0, SA_RESETHAND | SA_NODEFER);
}

handler __sysv_signal(int s, handler h) { return sysv_signal(s, h); }

int sigaction(int s, const struct sigaction *new, struct sigaction *old)
{
	handler h = SIG_DFL;
	set64 mask = 0;
	int flags = 0;
	if (!valid(s) || new && (s == SIGKILL || s == SIGSTOP)) {
		__tandem_errno(EINVAL);
		return -1;
	}
	if (new) {
		h = new->h;
		mask = get(&new->mask);
		flags = new->flags;
	}
	if (old) {
		old->h = handler_of(s);
		put(&old->mask, act[s].mask);
		old->flags = act[s].flags;
	}
	if (new)
		change(s, kind_of(h), h, mask, flags);
	return 0;
}

int sigprocmask(int how, const sigset *new, sigset *old)
{
	set64 was = blocked;
	if (new) {
		set64 v = get(new);
		if (how == 0) {
			v |= blocked;
		} else if (how == 1) {
			v = blocked & ~v;
		} else if (how != 2) {
			__tandem_errno(EINVAL);
			return -1;
		}
		v &= ~(unblockable() | bit(32) | bit(33));
		blocked = v;
	}
	if (old)
		put(old, was);
	if (new)
		deliver();
	return 0;
}

int pthread_sigmask(int how, const sigset *new, sigset *old)
{
	if (new && (unsigned)how > 2)
		return EINVAL;
	return sigprocmask(how, new, old);
}

int sigpending(sigset *s)
{
	put(s, pending & blocked);
	return 0;
}

int sigsuspend(const sigset *s)
{
	set64 saved = blocked;
	blocked = get(s) & ~unblockable();
	if (!(pending & ~blocked))
		__tandem_refuse(); /* it would wait for a signal that does not arrive */
	deliver();
	blocked = saved;
	deliver();
	__tandem_errno(EINTR);
	return -1;
}

int sigwait(const sigset *set, int *sig)
{
	set64 v = get(set) & pending;
	int s = 1;
	if (!v)
		__tandem_refuse();
	while (!(v & bit(s)))
		s++;
	pending &= ~bit(s);
	*sig = s;
	return 0;
}

int sigemptyset(sigset *s)
{
	int i;
	for (i = 0; i < (int)(1024 / (8 * sizeof(long))); i++)
		s->v[i] = 0;
	return 0;
}

int sigfillset(sigset *s)
{
	int i;
	for (i = 0; i < (int)(1024 / (8 * sizeof(long))); i++)
		s->v[i] = (unsigned long)-1;
	put(s, ~(bit(32) | bit(33)));
	return 0;
}

int sigaddset(sigset *s, int n)
{
	if (!valid(n))
		return -1;
	put(s, get(s) | bit(n));
	return 0;
}

int sigdelset(sigset *s, int n)
{
	if (!valid(n))
		return -1;
	put(s, get(s) & ~bit(n));
	return 0;
}

int sigismember(const sigset *s, int n)
{
	if (n < 1 || n > 64) {
		__tandem_errno(EINVAL);
		return -1;
	}
	return (get(s) & bit(n)) != 0;
}

int sigisemptyset(const sigset *s) { return get(s) == 0; }
int sigandset(sigset *d, const sigset *a, const sigset *b) { put(d, get(a) & get(b)); return 0; }
int sigorset(sigset *d, const sigset *a, const sigset *b) { put(d, get(a) | get(b)); return 0; }
int siginterrupt(int s, int on)
{
	if (!valid(s))
		return -1;
	return 0;
}

int sighold(int s)
{
	if (!valid(s))
		return -1;
	blocked |= bit(s) & ~unblockable();
	return 0;
}

int sigrelse(int s)
{
	if (!valid(s))
		return -1;
	blocked &= ~bit(s);
	deliver();
	return 0;
}

int sigignore(int s)
{
	if (!valid(s) || s == SIGKILL || s == SIGSTOP) {
		__tandem_errno(EINVAL);
		return -1;
	}
	change(s, IGNORES, SIG_IGN, 0, 0);
	return 0;
}

int sigblock(int mask)
{
	int was = (int)blocked;
	blocked |= (unsigned)mask & ~unblockable();
	return was;
}

int sigsetmask(int mask)
{
	int was = (int)blocked;
	blocked = (unsigned)mask & ~unblockable();
	deliver();
	return was;
}

int siggetmask(void) { return (int)blocked; }
int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }

/* abort calls a handler of SIGABRT once. */
void __tandem_abort(void)
{
	blocked &= ~bit(SIGABRT);
	if (act[SIGABRT].kind == CALLS)
		raise(SIGABRT);
}

/* The blocked signals. */
unsigned long long __tandem_signal_mask(void) { return blocked; }

/* Sets the blocked signals and delivers those that this unblocks. */
void __tandem_set_signal_mask(unsigned long long v)
{
	blocked = v;
	deliver();
}
