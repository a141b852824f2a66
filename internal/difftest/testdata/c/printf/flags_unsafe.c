// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[60];
	sprintf(b, "%+d|% d|%05d|%-5d|%.3d", 5, 5, -5, 5, 5);
	assert(!strcmp(b, "+5| 5|-0005|5    |5"));
	return 0;
}
