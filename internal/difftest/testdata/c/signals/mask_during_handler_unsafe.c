// false
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
static int inside, seen;
static void other(int s) { seen = inside; }
static void on(int s)
{
	inside = 1;
	raise(SIGUSR2);
	inside = 0;
}
int main(void)
{
	struct sigaction a = {0};
	a.sa_handler = on;
	sigemptyset(&a.sa_mask);
	
	sigaction(SIGUSR1, &a, 0);
	signal(SIGUSR2, other);
	seen = -1;
	raise(SIGUSR1);
	assert(seen == 0);
	return 0;
}
