// false
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	div_t d = div(-7, 2);
	ldiv_t l = ldiv(7, -2);
	assert(d.quot == -3 && d.rem == 1 && l.quot == -3 && l.rem == 1);
	return 0;
}
