// false
#include <assert.h>
#include <stdio.h>
int main(void)
{
	double d = 0;
	float f = 0;
	assert(sscanf("1.5e2x-.25", "%lfx%f", &d, &f) == 2);
	assert(d == 15 && f == -0.25f);
	return 0;
}
