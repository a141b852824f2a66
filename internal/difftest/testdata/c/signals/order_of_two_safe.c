// true
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
static int log[4], n;
static void on(int s) { log[n++] = s; }
int main(void)
{
	sigset_t set, old;
	signal(SIGUSR1, on);
	signal(SIGUSR2, on);
	sigfillset(&set);
	sigprocmask(SIG_SETMASK, &set, &old);
	raise(SIGUSR1);
	raise(SIGUSR2);
	sigprocmask(SIG_SETMASK, &old, 0);
	assert(n == 2 && log[0] == SIGUSR2);
	return 0;
}
