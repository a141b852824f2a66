// true
#include <assert.h>
#include <stdio.h>
int main(void)
{
	long double x = 0, y = 0;
	int n = sscanf("3.5 -0x1p-3", "%Lg%La", &x, &y);
	assert(n == 2 && x == 3.5L && y == -0.125L);
	return 0;
}
