// false
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
static int n;
static void on(int s) { n++; }
int main(void)
{
	sigset_t set, pend;
	struct sigaction a = {0};
	a.sa_handler = on;
	sigemptyset(&a.sa_mask);
	sigaction(SIGUSR1, &a, 0);
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, 0);
	raise(SIGUSR1);
	raise(SIGUSR1);
	sigpending(&pend);
	assert(n == 0 && sigismember(&pend, SIGUSR1) == 1);
	sigprocmask(SIG_UNBLOCK, &set, 0);
	assert(n == 2);
	return 0;
}
