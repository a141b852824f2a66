// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[60];
	sprintf(b, "%hhd %hd %lld %zu", 300, 70000, 1LL << 40, sizeof(int));
	assert(!strcmp(b, "44 4464 1099511627776 4"));
	return 0;
}
