// false
#include <assert.h>
#include <stdio.h>
int main(void)
{
	int x = 1, y = 2;
	assert(sscanf("12;34", "%d,%d", &x, &y) == 2 && x == 12 && y == 2);
	return 0;
}
