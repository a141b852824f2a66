// true
#include <assert.h>
#include <stdio.h>
int main(void)
{
	int x = 1, y = 2;
	assert(sscanf("12;34", "%d,%d", &x, &y) == 1 && x == 12 && y == 2);
	return 0;
}
