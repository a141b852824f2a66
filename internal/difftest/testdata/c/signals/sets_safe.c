// true
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
int main(void)
{
	sigset_t a, b, c;
	sigemptyset(&a);
	sigfillset(&b);
	assert(sigisemptyset(&a) && sigismember(&b, SIGINT) == 1);
	sigdelset(&b, SIGINT);
	sigaddset(&a, SIGINT);
	sigandset(&c, &a, &b);
	assert(sigisemptyset(&c) == 1);
	sigorset(&c, &a, &b);
	assert(sigismember(&c, SIGINT) == 1 && sigismember(&c, 0) == -1);
	return 0;
}
