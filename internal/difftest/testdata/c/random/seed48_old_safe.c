// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	unsigned short s[3] = {5, 6, 7}, *old;
	srand48(0x12345678);
	old = seed48(s);
	assert(old[0] == 0x330e && old[1] == 0x5678 && old[2] == 0x1234);
	return 0;
}
