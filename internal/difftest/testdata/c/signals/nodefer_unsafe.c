// false
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
static int depth, most, calls;
static void on(int s)
{
	calls++;
	depth++;
	if (depth > most)
		most = depth;
	if (calls < 3)
		raise(s);
	depth--;
}
int main(void)
{
	struct sigaction a = {0};
	a.sa_handler = on;
	a.sa_flags = SA_NODEFER;
	sigaction(SIGUSR1, &a, 0);
	raise(SIGUSR1);
	assert(calls == 3 && most == 1);
	return 0;
}
