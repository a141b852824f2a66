// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	struct { int b : 4; unsigned u : 3; } s;
	volatile double x = 5.5;
	s.b = x;
	s.u = x;
	assert(s.u == 6);
	return 0;
}
