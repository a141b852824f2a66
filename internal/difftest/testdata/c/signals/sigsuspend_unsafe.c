// false
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
static int n;
static void on(int s) { n++; }
int main(void)
{
	sigset_t set, none;
	signal(SIGALRM, on);
	sigemptyset(&none);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	sigprocmask(SIG_BLOCK, &set, 0);
	raise(SIGALRM);
	assert(n == 0);
	assert(sigsuspend(&none) == -1 && errno == EINTR && n == 0);
	return 0;
}
