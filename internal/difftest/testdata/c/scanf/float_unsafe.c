// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	double d = 0;
	float f = 0;
	assert(sscanf("1.5e2 0.25", "%lf%f", &d, &f) == 2);
	assert(d == 15 && f == 0.25f);
	return 0;
}
