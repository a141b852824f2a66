// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[60];
	double z = 0;
	sprintf(b, "%f %F %05.1f", 1 / z, -1 / z, 1 / z);
	assert(!strcmp(b, "inf -INF   inf"));
	return 0;
}
