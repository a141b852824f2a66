// true
#include <assert.h>
#include <stdio.h>
int main(void)
{
	int x = 1, n = 0;
	assert(sscanf("12 34", "%*d%d%n", &x, &n) == 1 && x == 34 && n == 5);
	return 0;
}
