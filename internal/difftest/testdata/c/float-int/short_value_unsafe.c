// false --32
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	volatile float x = -32768.75f;
	short s = x;
	assert(s == 0);
	return 0;
}
