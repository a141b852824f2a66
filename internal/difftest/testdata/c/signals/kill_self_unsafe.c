// false
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static int n;
static void on(int s) { n += s; }
int main(void)
{
	signal(SIGHUP, on);
	kill(getpid(), SIGHUP);
	assert(n == 0 && kill(getpid(), 0) == 0);
	return 0;
}
