// false
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
static int calls;
static void on(int s) { calls++; }
int main(void)
{
	struct sigaction a = {0}, b;
	a.sa_handler = on;
	a.sa_flags = SA_RESETHAND;
	sigaction(SIGUSR2, &a, 0);
	raise(SIGUSR2);
	sigaction(SIGUSR2, 0, &b);
	assert(calls == 1 && b.sa_handler == on);
	return 0;
}
