// false
#include <assert.h>
#include <signal.h>
static void on(int s) {}
int main(void)
{
	assert(signal(SIGUSR1, on) == SIG_DFL);
	assert(signal(SIGUSR1, SIG_IGN) == SIG_DFL);
	assert(raise(SIGUSR1) == 0);
	return 0;
}
