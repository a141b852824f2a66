// false
#include <assert.h>
#include <signal.h>
int main(void)
{
	raise(SIGCHLD);
	assert(0);
	return 0;
}
