// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
	char b[20];
	assert(strfromd(b, 20, "%.2f", 2.5) == 4 && strcmp(b, "2.50") == 0);
	return 0;
}
