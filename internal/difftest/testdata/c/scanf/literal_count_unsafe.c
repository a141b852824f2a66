// false
#include <assert.h>
#include <stdio.h>
int main(void)
{
	int a = 0, n = 77, r = scanf("%d%n", &a, &n);
	assert(r <= 0);
	return 0;
}
