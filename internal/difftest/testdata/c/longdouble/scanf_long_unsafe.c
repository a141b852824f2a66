// false
#include <assert.h>
#include <stdio.h>
int main(void)
{
	long double x = 0;
	int n = sscanf("3.5", "%Lf", &x);
	assert(n == 1 && x != 3.5L);
	return 0;
}
