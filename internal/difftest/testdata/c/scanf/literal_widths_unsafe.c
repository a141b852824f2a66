// false
#include <assert.h>
#include <stdio.h>
int main(void)
{
	int a, b, c;
	assert(sscanf("123456", "%1d%2d%d", &a, &b, &c) == 3 && a == 1 && b == 2 && c == 456);
	return 0;
}
