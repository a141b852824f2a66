// false
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
#include <stdarg.h>
static int put(char *b, const char *f, ...)
{
	va_list a;
	va_start(a, f);
	int n = vsprintf(b, f, a);
	va_end(a);
	return n;
}
int main(void)
{
	char b[40];
	assert(put(b, "%s=%d;", "k", 12) == 4);
	assert(!strcmp(b, "k=12;"));
	return 0;
}
