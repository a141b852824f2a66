// false
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
#include <string.h>
#include <errno.h>
#include <sys/time.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
	int d = __VERIFIER_nondet_int();
	if (d < 0 || d > 30) return 0;
	time_t t = d * 86400;
	struct tm r;
	gmtime_r(&t, &r);
	assert(r.tm_mday == d);
	return 0;
}
