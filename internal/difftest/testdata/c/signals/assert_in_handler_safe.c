// true
#include <assert.h>
#include <signal.h>
static int count;
static void on(int s) { count++; assert(count < 3); }
int main(void)
{
	signal(SIGUSR1, on);
	raise(SIGUSR1);
	raise(SIGUSR1);
	return 0;
}
