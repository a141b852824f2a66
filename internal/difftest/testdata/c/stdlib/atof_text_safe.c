// true
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	assert(atof("2.5") == 2.5 && atof("x") == 0.0 && atoi("-12a") == -12);
	return 0;
}
