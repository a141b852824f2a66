// true
#include <assert.h>
#include <math.h>
#include <fenv.h>
int main(void)
{
	int i = 7;
	i *= 1.5;
	unsigned char c = 200;
	c += 55.9;
	assert(i == 10 && c == 255);
	return 0;
}
