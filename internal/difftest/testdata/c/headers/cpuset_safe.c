// true
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>
int main(void)
{
	unsigned long n = 70;
	cpu_set_t s;
	CPU_ZERO(&s);
	CPU_SET(n, &s);
	assert(CPU_ISSET(70, &s) && !CPU_ISSET(71, &s) && !CPU_ISSET(5000, &s));
	CPU_CLR(n, &s);
	assert(!CPU_ISSET(70, &s));
	assert(sizeof s == 128 && _IOW(0x94, 9, int) == 1074041865 && _IO('x', 3) == 0x7803 && _PC_PATH_MAX == 4 && HOST_NAME_MAX == 64);
	assert(RLIM_INFINITY == (rlim_t)-1);
	return 0;
}
