// true
#include <assert.h>
#include <unistd.h>
int main(void)
{
	pid_t p = getpid();
	assert(p > 0 && getpid() == p);
	return 0;
}
