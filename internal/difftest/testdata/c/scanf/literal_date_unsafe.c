// false
#include <assert.h>
#include <stdio.h>
int main(void)
{
	int y = 0, m = 0, d = 0;
	assert(sscanf("2024-02-29", "%d-%d-%d", &y, &m, &d) == 3);
	assert(y == 2024 && m == 2 && d == 2);
	return 0;
}
