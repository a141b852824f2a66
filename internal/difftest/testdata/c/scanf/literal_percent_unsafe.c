// false
#include <assert.h>
#include <stdio.h>
int main(void)
{
	int n = 0;
	assert(sscanf("50 %", "%d%%", &n) == 1 && n == 5);
	assert(sscanf("x", "%d", &n) == 0 && sscanf("", "%d", &n) == EOF);
	return 0;
}
