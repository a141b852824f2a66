// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[40];
	sprintf(b, "%x %X %#x %#o %08x", 255, 48879, 16, 8, 0xabc);
	assert(!strcmp(b, "ff beef 0x10 010 00000abc"));
	return 0;
}
