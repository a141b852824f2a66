// false
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	int a[8], i, sum = 0;
	srand(2024);
	for (i = 0; i < 8; i++)
		a[i] = i;
	for (i = 7; i > 0; i--) {
		int j = rand() % (i + 1), t = a[i];
		a[i] = a[j];
		a[j] = t;
	}
	for (i = 0; i < 8; i++)
		sum += a[i];
	assert(sum == 27);
	return 0;
}
