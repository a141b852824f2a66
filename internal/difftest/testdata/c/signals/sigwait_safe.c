// true
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
int main(void)
{
	sigset_t set;
	int s = 0;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigaddset(&set, SIGUSR2);
	sigprocmask(SIG_BLOCK, &set, 0);
	raise(SIGUSR2);
	assert(sigwait(&set, &s) == 0 && s == SIGUSR2);
	return 0;
}
