// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
static int half(int x) { return x / 2; }
int main(void)
{
	int i = half(7.9);
	assert(i == 4);
	return 0;
}
