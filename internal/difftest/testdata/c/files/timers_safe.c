// true
#include <assert.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include <signal.h>
int main(void)
{
	static struct itimerval t, old;
	int r = setitimer(ITIMER_REAL, &t, &old);
	assert(r == 0 || r == -1);
	unsigned left = alarm(3);
	assert(left <= 0x7fffffffu);
	int fd = timerfd_create(CLOCK_MONOTONIC, 0);
	static struct itimerspec s;
	if (fd >= 0)
		assert(timerfd_settime(fd, 0, &s, 0) <= 0);
	timer_t id;
	if (timer_create(CLOCK_MONOTONIC, 0, &id) == 0)
		assert(timer_settime(id, 0, &s, 0) >= -1 && timer_delete(id) <= 0);
	return 0;
}
