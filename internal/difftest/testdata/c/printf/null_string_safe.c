// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	char b[20];
	char *p = 0;
	sprintf(b, "%s|%.3s|%p", p, p, (void *)p);
	assert(!strcmp(b, "(null)||(nil)"));
	return 0;
}
