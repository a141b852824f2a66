// false
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t got;
static void on(int s) { got = s; }
int main(void)
{
	signal(SIGINT, on);
	raise(SIGINT);
	assert(got == SIGTERM);
	return 0;
}
