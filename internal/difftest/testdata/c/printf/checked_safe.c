// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
extern int __sprintf_chk(char *, int, size_t, const char *, ...);
int main(void)
{
	char b[10];
	assert(__sprintf_chk(b, 1, 10, "%d", 1234) == 4);
	return 0;
}
