// true
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <assert.h>
int main(void)
{
	assert(snprintf(0, 0, "%5d|%-8s|", 3, "ab") == 15);
	return 0;
}
