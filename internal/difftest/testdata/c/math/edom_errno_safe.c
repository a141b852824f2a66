// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
#include <errno.h>
int main(void)
{
	errno = 0;
	double x = fmod(1.0, 0.0), y = sqrt(4.0);
	assert(errno == EDOM && x != x && y == 2);
	return 0;
}
