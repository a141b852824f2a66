// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	double a = -2.9;
	float b = 2.9f;
	int i = a, j = b;
	assert(i == -2 && j == 2);
	return 0;
}
