// false
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
static int n;
static void on(int s) { n++; }
int main(void)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	signal(SIGUSR1, on);
	sigprocmask(SIG_BLOCK, &set, 0);
	raise(SIGUSR1);
	
	signal(SIGUSR1, on);
	sigprocmask(SIG_UNBLOCK, &set, 0);
	assert(n == 0);
	return 0;
}
