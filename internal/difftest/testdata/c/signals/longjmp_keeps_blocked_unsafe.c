// false
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <setjmp.h>
static sigjmp_buf env;
static void on(int s) { siglongjmp(env, 1); }
int main(void)
{
	sigset_t now;
	signal(SIGUSR1, on);
	if (sigsetjmp(env, 0) == 0)
		raise(SIGUSR1);
	sigprocmask(SIG_SETMASK, 0, &now);
	assert(sigismember(&now, SIGUSR1) == 0);
	return 0;
}
