// true
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
	signal(SIGUSR1, on);
	raise(SIGUSR1);
	assert(calls == 3 && most == 1);
	return 0;
}
