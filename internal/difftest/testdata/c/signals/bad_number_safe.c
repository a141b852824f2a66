// true
#include <assert.h>
#include <errno.h>
#include <signal.h>
int main(void)
{
	assert(signal(SIGKILL, SIG_IGN) == SIG_ERR && errno == EINVAL);
	errno = 0;
	assert(signal(99, SIG_IGN) == SIG_ERR);
	assert(errno == EINVAL);
	return 0;
}
