// false --check none
// A new declaration, and each round of a loop, has its own length.
#include <assert.h>

int main(void)
{
	unsigned long sum = 0;
	for (int n = 1; n < 4; n++) {
		int a[n];
		typeof(a) b;
		int c[n + 1];
		sum += sizeof b + sizeof(typeof(c));
	}
	assert(sum != 60);
	return 0;
}
