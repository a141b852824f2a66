// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[60];
	sprintf(b, "%a %.1a %A", 1.0, 1.96875, 0.5);
	assert(!strcmp(b, "0x1p+0 0x2.0p+0 0X1P-1"));
	return 0;
}
