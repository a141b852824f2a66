// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
int main(void)
{
	setenv("A", "1", 1);
	assert(clearenv() == 0);
	
	assert(getenv("A") == NULL && getenv("HOME") == NULL);
	return 0;
}
