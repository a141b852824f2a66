// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
#include <stdarg.h>
static int get(const char *s, const char *f, ...)
{
	va_list a;
	va_start(a, f);
	int n = vsscanf(s, f, a);
	va_end(a);
	return n;
}
int main(void)
{
	int a = 0, b = 0;
	assert(get("8,9", "%d,%d", &a, &b) == 2);
	assert(a + b == 17);
	return 0;
}
