// false
#include <assert.h>
#include <math.h>
#include <fenv.h>
static int cut(float x) { return x; }
int main(void)
{
	int i = cut(-1.99f);
	assert(i == -2);
	return 0;
}
