// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	double a = fdim(3, 5), b = fdim(5, 3), c = fmin(NAN, 2), d = fmax(-1, NAN);
	assert(a == 0 && b == 2 && c == 2 && d == -1);
	return 0;
}
